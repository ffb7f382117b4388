"""Frequent words of business in German, French and Spanish, with what English documents say for them. Pure.

A question in one of these languages finds the English text only where a word of it is said in English. As of everyday
words, one gives way only where no text that was read has it.
"""

from __future__ import annotations

# English, and what is asked for in German, French and Spanish, in the forms that questions have
FOREIGN = """
    weight: gewicht, wiegt, schwer, poids, pèse, peso, pesa
    height: höhe, hauteur, altura
    width: breite, largeur, anchura, ancho
    length: länge, longueur, longitud
    price: preis, prix, precio
    cost: kosten, kostet, coût, coûte, coûtent, costo, coste, cuesta, cuestan
    fee: gebühr, gebühren, honorar, entgelt, honoraires, redevance, tarifa, honorarios
    amount: betrag, montant, importe, monto
    monthly: monatlich, monatliche, monatlichen, mensuel, mensuelle, mensual
    annual: jährlich, jährliche, jährlichen, annuel, annuelle, anual
    month: monat, monate, monaten, mois, mes, meses
    year: jahr, jahre, jahren, année, années, año, años
    days: tage, tagen, jours, días
    date: datum, fecha
    deadline: frist, délai, plazo
    revenue: umsatz, umsätze, umsatzerlöse, ingresos, facturación
    profit: gewinn, bénéfice, beneficio, ganancia
    loss: verlust, perte, pérdida
    expenses: aufwendungen, ausgaben, dépenses, gastos
    employees: mitarbeiter, mitarbeitende, beschäftigte, angestellte, employés, salariés, empleados, trabajadores
    customers: kunde, kunden, clients, clientes
    supplier: lieferant, lieferanten, fournisseur, proveedor
    contract: vertrag, vertrags, contrat, contrato
    agreement: vereinbarung, accord, acuerdo
    law: recht, droit, ley, legislación
    governed: rige, régit, gilt
    term: laufzeit, vertragsdauer, durée, duración, vigencia
    notice period: kündigungsfrist, préavis, preaviso
    notice: kündigungsfrist, préavis, preaviso
    terminate: kündigen, gekündigt, résilier, résiliation, rescindir, terminar
    tenant: mieter, locataire, inquilino, arrendatario
    landlord: vermieter, bailleur, arrendador
    rent: miete, loyer, alquiler
    invoice: rechnung, rechnungen, facture, factures, factura, facturas
    payment: zahlung, bezahlung, paiement, pago
    warranty: garantie, gewährleistung, garantía
    liability: haftung, responsabilité, responsabilidad
    insurance: versicherung, assurance, seguro
    deductible: selbstbehalt, selbstbeteiligung, franchise, franquicia, deducible
    emergency room: notaufnahme, urgences, urgencias
    plan: tarif
    data: daten, données, datos
    deleted: gelöscht, löschen, supprimées, supprimer, effacées, eliminar, borrar
    services: dienstleistungen, dienste, prestations, servicios
    end: ende, fin, final
    temperature: temperatur, température, temperatura
    operating: betrieben, betrieb, fonctionnement, funcionamiento
    telephone: telefon, telefonnummer, téléphone, teléfono
    phone number: telefonnummer, numéro de téléphone, número de teléfono
    address: adresse, anschrift, dirección
    manager: leiter, leiterin, geschäftsführer, gérant, directeur, gerente, director
    responsible: verantwortlich, zuständig, responsable
    stolen: gestohlen, volé, robado
    lost: verloren, perdu, perdido
    password: passwort, kennwort, mot de passe, contraseña
    vacation: urlaub, ferien, congés, vacances, vacaciones
    sick: krank, malade, enfermo
    training: schulung, schulungen, formation, formación, capacitación
    safety: sicherheit, sécurité, seguridad
    accident: unfall, accidente
    goals: ziele, objectifs, objetivos
    share: anteil, part, proportion, cuota, porcentaje
    growth: wachstum, croissance, crecimiento
    market: markt, marché, mercado
    countries: länder, pays, países
    country: land, país
    city: stadt, ville, ciudad
    hospital: krankenhaus, hôpital
    school: schule, école, escuela
    water: wasser, eau, agua
    energy: energie, énergie, energía
    electricity: strom, électricité, electricidad
    emissions: emissionen, émissions, emisiones
    bicycle: fahrrad, vélo, bicicleta
    bicycle hire: fahrradverleih, location de vélos, alquiler de bicicletas
    launched: aufgelegt, lancé, lanzó, lanzado
    fund: fonds, fondo
    funds: fonds, fondos
    holding: beteiligung
    printer: drucker, imprimante, impresora
    noise: lautstärke, lärm, bruit, ruido
    speed: geschwindigkeit, vitesse, velocidad
    memory: speicher, arbeitsspeicher, mémoire, memoria
    version: versión
    author: autor, auteur
    signed: unterschrieben, unterzeichnet, signé, firmó, firmado
    approve: genehmigt, genehmigen, approuve, aprueba
    meeting: sitzung, besprechung, réunion, reunión
    decided: beschlossen, entschieden, décidé, decidió
    average: durchschnitt, durchschnittlich, moyenne, promedio
    age: alter, âge, edad
    women: frauen, femmes, mujeres
    men: männer, hommes, hombres
    children: kinder, enfants, niños
"""
