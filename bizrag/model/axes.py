"""How axes and legends of charts are told, a line each: parsing writes them, describing and answering look for them."""

HORIZONTAL, VERTICAL, LEGEND = "x axis (horizontal): ", "y axis (vertical): ", "Legend: "
