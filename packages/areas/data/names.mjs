// Names that the sources lack, misspell or spell differently, by hand.

/** @type {Record<string, string>} Countries by a3 that Natural Earth lists with another's code. */
export const countryCodes = { ATC: "", IOA: "" };

/** @type {Record<string, string[]>} By ISO 3166-2 code: the name to show, then others. */
export const regionNames = {
  "ES-AN": ["Andalusia", "Andalusien", "Andalousie", "Andaluzia"],
  "ES-AR": ["Aragon"],
  "ES-CL": ["Castile and León", "Castilla y León"],
  "ES-CM": ["Castilla-La Mancha"],
  "ES-CN": ["Canary Islands"],
  "ES-C": ["A Coruña", "La Coruña", "Coruña"],
  "ES-GI": ["Girona", "Gerona"],
  "ES-L": ["Lleida", "Lérida"],
  "ES-OR": ["Ourense", "Orense"],
  "FR-77": ["Seine-et-Marne", "Seien-et-Marne"],
  "IT-KR": ["Crotone", "Crotene"],
  "IT-OR": ["Oristano", "Oristrano"],
  "IT-TO": ["Turin", "Torino"],
  "ES-CT": ["Catalonia", "Cataluña", "Katalonien", "Catalogne"],
  "ES-EX": ["Extremadura"],
  "ES-GA": ["Galicia"],
  "ES-PM": ["Balearic Islands", "Illes Balears", "Islas Baleares"],
  "ES-NA": ["Navarre", "Navarra"],
  "ES-PV": ["Basque Country", "País Vasco", "Euskadi"],
  "ES-VC": ["Valencian Community", "Comunidad Valenciana", "Comunitat Valenciana"],
  "FR-ARA": ["Auvergne-Rhône-Alpes"],
  "FR-BFC": ["Bourgogne-Franche-Comté", "Burgundy"],
  "FR-BRE": ["Brittany", "Bretagne"],
  "FR-COR": ["Corsica", "Corse"],
  "FR-20R": ["Corsica", "Corse"],
  "FR-CVL": ["Centre-Val de Loire"],
  "FR-GES": ["Grand Est"],
  "FR-HDF": ["Hauts-de-France"],
  "FR-IDF": ["Île-de-France"],
  "FR-NAQ": ["Nouvelle-Aquitaine"],
  "FR-NOR": ["Normandy", "Normandie"],
  "FR-OCC": ["Occitania", "Occitanie"],
  "FR-PAC": ["Provence-Alpes-Côte d'Azur", "PACA", "Provence"],
  "FR-PDL": ["Pays de la Loire"],
  "IT-21": ["Piedmont", "Piemonte"],
  "IT-25": ["Lombardy", "Lombardia"],
  "IE-C": ["Connacht", "Connaught"],
  "IT-36": ["Friuli-Venezia Giulia", "Friuli"],
  "IT-32": ["Trentino-Alto Adige"],
  "IT-52": ["Tuscany", "Toscana"],
  "IT-62": ["Lazio"],
  "IT-65": ["Abruzzo"],
  "IT-75": ["Apulia", "Puglia"],
  "IT-82": ["Sicily", "Sicilia", "Sizilien", "Sicile"],
  "IT-88": ["Sardinia", "Sardegna", "Sardinien", "Cerdeña", "Sardaigne", "Sardenha"],
  "FR-971": ["Guadeloupe"],
  "FR-972": ["Martinique"],
  "FR-973": ["French Guiana", "Guyane", "Guyane française"],
  "FR-974": ["Réunion", "La Réunion"],
  "FR-976": ["Mayotte"],
  "GR-A": ["East Macedonia and Thrace"],
  "GR-B": ["Central Macedonia"],
  "GR-C": ["West Macedonia"],
  "GR-D": ["Epirus"],
  "GR-E": ["Thessaly"],
  "GR-F": ["Ionian Islands"],
  "GR-G": ["West Greece"],
  "GR-H": ["Central Greece"],
  "GR-I": ["Attica"],
  "GR-J": ["Peloponnese", "Pelopónnisos"],
  "GR-K": ["North Aegean"],
  "GR-L": ["South Aegean"],
  "GR-M": ["Crete", "Kreta", "Creta", "Crète"],
  "CN-NM": ["Inner Mongolia", "Inner Mongol", "Nei Mongol"],
  "CN-XZ": ["Tibet", "Xizang"],
  "DE-BY": ["Bavaria", "Bayern"],
  "DE-NI": ["Lower Saxony", "Niedersachsen"],
  "DE-NW": ["North Rhine-Westphalia", "Nordrhein-Westfalen"],
  "DE-RP": ["Rhineland-Palatinate", "Rheinland-Pfalz"],
  "DE-SN": ["Saxony", "Sachsen"],
  "DE-ST": ["Saxony-Anhalt", "Sachsen-Anhalt"],
  "DE-TH": ["Thuringia", "Thüringen"],
  "DE-HE": ["Hesse", "Hessen"],
  "PT-08": ["Faro", "Algarve"],
  "RU-AL": ["Altai Republic", "Gorno-Altay"],
  "RU-MAG": ["Magadan", "Magadan Oblast"],
  "RU-ZAB": ["Zabaykalsky", "Zabaykalsky Krai", "Chita"],
  "RU-CHU": ["Chukotka", "Chukchi Autonomous Okrug"],
  "RU-SA": ["Yakutia", "Sakha (Yakutia)", "Sakha"],
  "RU-KAM": ["Kamchatka", "Kamchatka Krai"],
  "CA-NL": ["Newfoundland and Labrador"],
  "CA-NT": ["Northwest Territories", "NWT"],
  "CA-PE": ["Prince Edward Island", "PEI"],
  "CA-QC": ["Quebec", "Québec"],
  "CA-YT": ["Yukon"],
  "US-DC": ["District of Columbia", "D.C.", "Washington DC"],
};

/** @type {Record<string, string[]>} As above, of regions without a code. */
export const uncodedNames = { "PSX: Gaza Strip": ["Gaza Strip", "Gaza"] };

/** Codes of ISO 3166-2 whose area Natural Earth includes in another: Lyon in Rhône. */
export const partsElsewhere = new Set(["FR-69M"]);

/** Second names that belong to another area: Natural Earth gives "Chukot" to Yakutia. */
export const wrongNames = new Set(["RUS|Chukot"]);

/** @type {Record<string, string[]>} By the name in Natural Earth: the name to show, then others. */
export const naturalNames = {
  "CASCADE RANGE": ["Cascade Range", "Cascades", "Cascade Mountains"],
  ALPS: ["Alps", "European Alps"],
  "APPALACHIAN MTS.": ["Appalachian Mountains", "Appalachians", "Appalachia"],
  APPENNINI: ["Apennines", "Appennini"],
  "ARCHIPIÉLAGO DE COLÓN": ["Galápagos Islands", "Galapagos", "Archipiélago de Colón"],
  AÇORES: ["Azores", "Açores"],
  "CARPATHIAN MOUNTAINS": ["Carpathian Mountains", "Carpathians"],
  CAATINGAS: ["Caatinga", "Caatingas"],
  "Cheju I.": ["Jeju Island", "Cheju Island"],
  Corse: ["Corsica", "Corse"],
  Crete: ["Crete", "Kriti"],
  "Fraser I.": ["K'gari", "Fraser Island"],
  Føroyar: ["Faroe Islands", "Føroyar"],
  "Hawai‘i": ["Hawaii", "Big Island", "Island of Hawaii"],
  Hierro: ["El Hierro", "Hierro"],
  HOKKAIDÖ: ["Hokkaido"],
  HONSHÜ: ["Honshu"],
  "I. Guadalupe": ["Guadalupe Island", "Isla Guadalupe"],
  "ILHAS DE CABO VERDE": ["Cape Verde Islands", "Ilhas de Cabo Verde"],
  "ISLAND OF NEWFOUNDLAND": ["Newfoundland", "Island of Newfoundland"],
  "ISLAS CANARIAS": ["Canary Islands", "Islas Canarias"],
  "KJØLEN MOUNTAINS": ["Scandinavian Mountains", "Kjølen Mountains"],
  KYÜSHÜ: ["Kyushu"],
  Mallorca: ["Mallorca", "Majorca"],
  "MARIANA ISANDS": ["Mariana Islands"],
  "MARSHALL ISANDS": ["Marshall Islands"],
  Menorca: ["Menorca", "Minorca"],
  "NOUVELLE-CALÉDONIE": ["New Caledonia", "Nouvelle-Calédonie"],
  "PENÍNSULA IBÉRICA": ["Iberian Peninsula", "Península Ibérica", "Iberia"],
  "PLATEAU OF TIBET": ["Tibetan Plateau", "Plateau of Tibet"],
  PYRENEES: ["Pyrenees", "Pyrénées", "Pirineos"],
  "Queen Charlotte Islands": ["Haida Gwaii", "Queen Charlotte Islands"],
  Rhodes: ["Rhodes", "Rodos"],
  "ROCKY MOUNTAINS": ["Rocky Mountains", "Rockies"],
  "RYÜKYÜ ISANDS": ["Ryukyu Islands"],
  "S. Nevada": ["Sierra Nevada"],
  Sardegna: ["Sardinia", "Sardegna"],
  Sicilia: ["Sicily", "Sicilia"],
  "SOLOMON ISANDS": ["Solomon Islands"],
  "TIAN SHAN": ["Tian Shan", "Tien Shan"],
  "ÎLES MARQUESAS": ["Marquesas Islands", "Îles Marquises"],
  "ÎLES DE LA SOCIÉTÉ": ["Society Islands", "Îles de la Société"],
  "ÎLES TUBUAÏ": ["Austral Islands", "Îles Tubuai"],
};

/**
 * Natural regions that the cut at the antimeridian, or the regions beside them, reduced to slivers,
 * a half or a rim: of the Amazon Basin and the Balkans, the middle is missing. Islands that the
 * country borders have whole are among `islands`, Peloponnese among states.
 */
export const brokenNames = new Set([
  "ALEUTIAN ISLANDS",
  "AMAZON BASIN",
  "Anvers Island",
  "BALKAN PEN.",
  "Berkner Island",
  "Carney Island",
  "Charcot Island",
  "Chukchi Range",
  "FIJI",
  "FLORIDA",
  "Isla de Chiloé",
  "Isla Wellington",
  "King George Island",
  "KIRIBATI",
  "LABRADOR",
  "Lau Group",
  "Lesbos",
  "Livingston Island",
  "Lofoten",
  "MELANESIA",
  "NEW GUINEA",
  "Pelopónnisos",
  "POLYNESIA",
  "Taveuni",
  "TIERRA DEL FUEGO",
  "Wasatch Range",
  "Wrangel I.",
]);

/** Islands defined by boxes, since their shapes in Natural Earth are broken. */
export const islandGroups = [
  {
    names: ["Aleutian Islands", "Aleutians", "The Aleutians"],
    boxes: [
      [172, 50.5, 180, 54],
      [-180, 50.5, -163.1, 55.2],
    ],
    a3: "USA",
    kind: "island group",
  },
  {
    names: ["Wrangel Island", "Ostrov Vrangelya"],
    boxes: [
      [178, 70.5, 180, 71.8],
      [-180, 70.5, -177, 71.8],
    ],
    a3: "RUS",
    kind: "island",
  },
];

/**
 * Islands that Natural Earth has as land, but without a name or drawn as a remnant of it, by a
 * position on each, and the countries that have it.
 */
export const islands = [
  { names: ["Evia", "Euboea", "Evvoia", "Εύβοια"], at: [23.86, 38.57], of: ["GRC"] },
  { names: ["Lesbos", "Lesvos", "Λέσβος"], at: [26.3, 39.2], of: ["GRC"] },
  { names: ["Samos", "Σάμος"], at: [26.8, 37.75], of: ["GRC"] },
  { names: ["Chios", "Χίος"], at: [26.05, 38.4], of: ["GRC"] },
  { names: ["Thasos", "Θάσος"], at: [24.7, 40.68], of: ["GRC"] },
  { names: ["Corfu", "Kerkyra", "Κέρκυρα"], at: [19.82, 39.6], of: ["GRC"] },
  { names: ["Kefalonia", "Cephalonia", "Κεφαλονιά"], at: [20.59, 38.23], of: ["GRC"] },
  { names: ["Zakynthos", "Zante", "Ζάκυνθος"], at: [20.8, 37.79], of: ["GRC"] },
  { names: ["Karpathos", "Κάρπαθος"], at: [27.15, 35.55], of: ["GRC"] },
  { names: ["Kos", "Κως"], at: [27.1, 36.8], of: ["GRC"] },
  { names: ["Lemnos", "Limnos", "Λήμνος"], at: [25.2, 39.9], of: ["GRC"] },
  { names: ["Skyros", "Σκύρος"], at: [24.55, 38.87], of: ["GRC"] },
  { names: ["Naxos", "Νάξος"], at: [25.5, 37.05], of: ["GRC"] },
  { names: ["Andros", "Άνδρος"], at: [24.87, 37.85], of: ["GRC"] },
  { names: ["Elba"], at: [10.25, 42.77], of: ["ITA"] },
  { names: ["Brač"], at: [16.65, 43.32], of: ["HRV"] },
  { names: ["Hvar"], at: [16.7, 43.14], of: ["HRV"] },
  { names: ["Korčula"], at: [16.9, 42.95], of: ["HRV"] },
  { names: ["La Gomera"], at: [-17.23, 28.11], of: ["ESP"] },
  { names: ["Öland"], at: [16.7, 56.8], of: ["SWE"] },
  { names: ["Funen", "Fyn"], at: [10.4, 55.35], of: ["DNK"] },
  {
    names: ["Tierra del Fuego", "Isla Grande de Tierra del Fuego"],
    at: [-68.9, -54],
    of: ["ARG", "CHL"],
  },
  {
    names: ["Chiloé Island", "Isla de Chiloé", "Isla Grande de Chiloé"],
    at: [-73.9, -42.6],
    of: ["CHL"],
  },
  { names: ["Wellington Island", "Isla Wellington"], at: [-74.8, -49.3], of: ["CHL"] },
  {
    names: ["New Guinea", "Nueva Guinea", "Neuguinea", "Nouvelle-Guinée"],
    at: [141, -6],
    of: ["IDN", "PNG"],
  },
  { names: ["Cebu Island"], at: [123.85, 10.45], of: ["PHL"] },
  { names: ["Catalina Island", "Santa Catalina Island"], at: [-118.42, 33.39], of: ["USA"] },
];

/**
 * Groups of regions that ISO 3166-2 does not link to their parts, by the names of these in Natural
 * Earth; a group without parts has those that no other of its country has.
 *
 * @type {{ a3: string, code: string, names: string[], parts?: string[] }[]}
 */
export const groups = [
  {
    a3: "BEL",
    code: "BE-VLG",
    names: ["Flanders", "Vlaanderen", "Flandre"],
    parts: ["Antwerp", "East Flanders", "Flemish Brabant", "Limburg", "West Flanders"],
  },
  {
    a3: "BEL",
    code: "BE-WAL",
    names: ["Wallonia", "Wallonie"],
    parts: ["Hainaut", "Liege", "Luxembourg", "Namur", "Walloon Brabant"],
  },
  {
    a3: "IRL",
    code: "IE-M",
    names: ["Munster"],
    parts: [
      ...["Clare", "Cork", "Kerry", "Limerick", "North Tipperary", "South Tipperary"],
      "Waterford",
    ],
  },
  { a3: "GBR", code: "GB-ENG", names: ["England"] },
  {
    a3: "GBR",
    code: "GB-SCT",
    names: ["Scotland"],
    parts: [
      ...["Aberdeen", "Aberdeenshire", "Angus", "Argyll and Bute", "Clackmannanshire"],
      ...["Dumfries and Galloway", "Dundee", "East Ayrshire", "East Dunbartonshire"],
      ...["East Lothian", "East Renfrewshire", "Edinburgh", "Eilean Siar", "Falkirk", "Fife"],
      ...["Glasgow", "Highland", "Inverclyde", "Midlothian", "Moray", "North Ayshire"],
      ...["North Lanarkshire", "Orkney", "Perthshire and Kinross", "Renfrewshire"],
      ...["Scottish Borders", "Shetland Islands", "South Ayrshire", "South Lanarkshire"],
      ...["Stirling", "West Dunbartonshire", "West Lothian"],
    ],
  },
  {
    a3: "GBR",
    code: "GB-WLS",
    names: ["Wales", "Cymru"],
    parts: [
      ...["Anglesey", "Blaenau Gwent", "Bridgend", "Caerphilly", "Cardiff", "Carmarthenshire"],
      ...["Ceredigion", "Conwy", "Denbighshire", "Flintshire", "Gwynedd", "Merthyr Tydfil"],
      ...["Monmouthshire", "Neath Port Talbot", "Newport", "Pembrokeshire", "Powys"],
      ...["Rhondda, Cynon, Taff", "Swansea", "Torfaen", "Vale of Glamorgan", "Wrexham"],
    ],
  },
  {
    a3: "GBR",
    code: "GB-NIR",
    names: ["Northern Ireland"],
    parts: [
      ...["Antrim", "Ards", "Armagh", "Ballymena", "Ballymoney", "Banbridge", "Belfast"],
      ...["Carrickfergus", "Castlereagh", "Coleraine", "Craigavon", "Derry"],
      ...["Down", "Dungannon", "Fermanagh", "Larne", "Limavady", "Lisburn", "Magherafelt"],
      ...[
        "Mid Ulster",
        "Moyle",
        "Newry and Mourne",
        "Newtownabbey",
        "North Down",
        "Omagh",
        "Strabane",
      ],
    ],
  },
];
