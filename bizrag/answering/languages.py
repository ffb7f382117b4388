"""Questions in other languages than English: which one it is, and its words that ask or connect and name nothing. Pure.

Frequent words weigh little where all is in one language. Among English passages those of a German question are rare,
and a German sentence would answer it for having many of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import lru_cache
from types import MappingProxyType

from bizrag.model.terms import STOPWORDS

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "german": """
            ab aber alle allem allen aller alles als am an auch auf aus bei beim bis da damit dann das dass dem den denn
            der des die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es
            etwa für gegen gibt hat haben hatte hinter ich ihm ihr ihre ihrem ihren ihrer im in ins ist ja je jede jedem
            jeden jeder kann kein keine keinem keinen keiner können könnte man mehr mein meine meinem meinen mit muss
            müssen nach nicht noch nur ob oder ohne pro sehr sein seine seit sich sie sind so soll sollen sollte
            über um und uns unser unsere unter vom von vor wann war waren warum was weil welche welchem welchen welcher
            welches wem wen wenn wer werden wessen wie wieso wieviel wieviele viel viele wir wird wo woher wohin worden
            wurde wurden zu zum zur zwischen darf dürfen habe""",
        "french": """
            à afin ai alors après au aucun aucune aussi aux avant avec avoir ce cela ces cet cette ceux chaque chez
            combien comme comment contre dans de depuis des dois doit doivent donc dont du elle elles en entre est
            et été être eux faire faut il ils je jusque la laquelle le lequel les lesquelles lesquels leur leurs
            lors lorsque lui ma mais me même mes moi mon ne ni nos notre nous on ont ou où par pas pendant peut peuvent
            plus pour pourquoi puis quand que quel quelle quelles quels qui quoi sa sans se selon sera ses si
            son sont sous sur ta te tes ton tous tout toute toutes très tu un une vers vos votre vous y puis-je""",
        "spanish": """
            a al algo antes aquí así aún cada casi como cómo con contra cual cuál cuales cuáles cuando cuándo cuanta
            cuánta cuantas cuántas cuanto cuánto cuantos cuántos de debe deben debo del desde después donde dónde dos e
            el él ella ellos en entre era es esa ese eso esta está están este esto estos fue fueron ha había hace hacer
            han hasta hay la las le les lo los más me mi mis muy ni no nos nuestra nuestro o para pero por porqué
            puede pueden puedo que qué quien quién quienes se sea según ser si sí sin sobre son su sus también
            tan tiene tienen todo todos tu un una uno unos y ya""",
        "italian": """
            a ad ai al alla alle allo anche ancora c'è che chi ci come con contro cosa cui da dai dal dalla dalle dei
            del della delle dello dentro deve devo di dopo dove e è ed entro fa fino fra gli ha hanno ho i il in io la
            le lei lo loro lui ma mi mio ne nei nel nella nelle no noi non nostra nostro o ogni per perché più può
            possono posso prima quale quali quando quanta quante quanto quanti quella quello questa questo qui
            se sei senza si sia sono su sua sue sul sulla sulle suo tra tutti tutto un una uno vi""",
        "dutch": """
            aan al alle als bij dan dat de deze die dit door dus een en er geen had heb hebben heeft het hij hoe hoeveel
            hun ik in is kan kunnen maar me meer men met mij mijn moet moeten na naar niet nog nu of om onder ons onze
            ook op over per te tegen tot tussen u uit uw van veel voor waar waarom wanneer was wat we welk welke werd
            wie wij wordt worden zal zich zij zijn zo zonder zou""",
        "portuguese": """
            a à ao aos após as às até cada com como da das de dela dele deve do dos e é ela ele em entre era essa esse
            esta está este foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o
            os ou para pela pelas pelo pelos pode podem por porque posso qual quais quando quanta quantas quanto quantos
            que quem são se sem ser seu seus só sobre sua suas também tem têm um uma você""",
        "russian": """
            а без был была были было быть в вам вас ваш ведь во вот все всех вы где для до его ее её ей если есть
            ещё еще же за и из или им их к как какая какие каких каков какова каково каковы какого какое какой
            каком какому какую когда кого кому который которая которое которые которого которой которых кто куда
            ли мне можно мой мы на над надо нам нас наш не него нее неё нет ни них но нужно о об он она они оно
            от откуда по под почему при про с сколько со так также то того тоже той только том ты у уже чего чей
            чем чему что чтобы эта эти это этого этой этом этот этих я является являются должен должна должно
            должны следует зачем""",
        "greek": """
            από αυτή αυτό αυτός αυτοί αυτά για δεν είναι ένα ένας έναν έχει έχουν η ή ήταν θα και κατά με μη μην
            μια μία να ο οι όταν ότι που πού πόσα πόσες πόση πόσο πόσοι πόσος πότε ποια ποιά ποιες ποιο ποιό
            ποιοι ποιον ποιος ποιός ποιους πρέπει προς πώς σας σε στα στη στην στις στο στον στους τα τη την της
            τι τις το τον του τους των μπορεί μπορώ γιατί""",
        "polish": """
            aby albo ale bez bo był była było były być czy czyj dla do gdy gdzie go i ich ile im jak jaka jaki
            jakie jakich jakiego jakiej jakim jest jego jej jeśli już kiedy komu kto kogo która które którego
            której który których ku lub ma mają może można musi muszą my na nad nie należy o od on ona one oni
            oraz po pod przed przez przy są się ta tak tam te tego tej ten to tych tym w we wynosi z za ze że
            dlaczego""",
        "swedish": """
            att av de den det dem denna detta din du eller en ett från får för ha han har hon hur hos i inom inte
            jag kan med men mellan måste många mycket ni när och om på sin ska skall som till under upp ut var
            varför vad vem vid vilka vilken vilket vi är""",
        "danish": """
            af at blev blive de dem den denne der det dette din du efter eller en er et for fra få får ha han har
            have hos hun hva hvad hvem hvilke hvilken hvilket hvor hvordan hvorfor hvornår i ikke inden jeg kan
            man mange med mellem meget må når og om på sin skal som til under ved vi være""",
    }
)
ENGLISH = "english"
#: languages whose frequent words are known in English (``foreign_words``)
TRANSLATED = frozenset({"german", "french", "spanish"})
_FUNCTION_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {language: frozenset(said.split()) for language, said in _WORDS.items()}
)
_WORD = re.compile(r"[^\W\d_]+")
# "l'assureur", "dell'ordine"
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|(?:d|n)ell|all|sull|un)['’](?=[^\W\d_])", re.IGNORECASE)
# a question has so many words of its language, and no fewer than of another
_MIN_WORDS = 2
# letters tell these from all others
_OWN_SCRIPT = frozenset({"russian", "greek"})
_NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def language_of(question: str) -> str:
    """The language of a question, ENGLISH where no other has more of its words.

    >>> [language_of(text) for text in ("Was kostet die Pumpe?", "Qui doit signer le contrat ?", "What is a die?")]
    ['german', 'french', 'english']
    >>> [language_of(text) for text in ("Кто согласует лимит?", "Ile wynosi czynsz za biuro?", "Vad är priset?")]
    ['russian', 'polish', 'swedish']
    """
    said = [word.casefold() for word in _WORD.findall(question)]
    counts = {language: sum(word in words for word in said) for language, words in _FUNCTION_WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    least = max(1 if best in _OWN_SCRIPT else _MIN_WORDS, 1 + sum(word in STOPWORDS for word in said))
    # "UN no.?" is two words of Spanish and a question for a number
    return best if least <= counts[best] < len(said) else ENGLISH


def function_words(question: str) -> Set[str]:
    """The words in lower case that ask or connect in the language of a question; none of English, see ``STOPWORDS``."""
    return _FUNCTION_WORDS.get(language_of(question), _NONE)


def without_function_words(question: str) -> str:
    """The question without the words that name nothing, where it is in another language than English.

    >>> without_function_words("Wie viele Tage habe ich für die Kündigung?")
    'Tage Kündigung'
    """
    words = function_words(question)
    if not words:
        return question
    kept = (word for said in question.split() if not _names_nothing(word := _ELIDED.sub("", said), words))
    return " ".join(kept).rstrip("?! ")


def _names_nothing(word: str, words: Set[str]) -> bool:
    """Whether all parts of a word are such words, as of "faut-il"; marks alone name nothing either."""
    return not any(map(str.isalnum, word)) or (
        not any(map(str.isdigit, word)) and all(part in words for part in _WORD.findall(word.casefold()))
    )


def has_capital_nouns(question: str) -> bool:
    """Whether all nouns of its language have a capital, so that none of them tells a name."""
    return language_of(question) == "german"
