// Regions above states and provinces, each by the areas that it is made of.

/**
 * A region that people name. `of` and `without` are areas of UN M49 by their code, countries by that
 * of ISO 3166-1 (three letters), states and provinces by that of ISO 3166-2, or where Natural Earth
 * has them without, as "RUS: Altay"; counties are "California: Kern County".
 *
 * @typedef {{ names: string[], of: string[], without?: string[], source: string }} Region
 */

/** ISO 3166-1 codes of which Natural Earth has another code, or parts under others. */
export const partsOfCountry = {
  ALA: ["ALD"],
  AUS: ["AUS", "ATC", "IOA"],
  BES: ["NL-BQ1", "NL-BQ2", "NL-BQ3"],
  CUB: ["CUB", "USG"],
  CYP: ["CYP", "CYN", "ESB", "WSB"],
  ESH: ["SAH"],
  GLP: ["FR-971"],
  GUF: ["FR-973"],
  IND: ["IND", "KAS"],
  KAZ: ["KAZ", "KAB"],
  MTQ: ["FR-972"],
  MYT: ["FR-976"],
  PSE: ["PSX"],
  REU: ["FR-974"],
  SOM: ["SOM", "SOL"],
  SRB: ["SRB", "KOS"],
  SSD: ["SDS"],
};

/** Parts of a country that ISO 3166-1 has with codes of their own. */
export const apart = {
  FRA: ["FR-971", "FR-972", "FR-973", "FR-974", "FR-976"],
  NLD: ["NL-BQ1", "NL-BQ2", "NL-BQ3"],
};

/** Codes of ISO 3166-1 without an area of their own in Natural Earth, all of them small. */
export const notDrawn = new Set(["BVT", "CCK", "CXR", "SJM", "TKL", "VAT"]);

/** Countries of the Statistics Division, which has none for these; by Natural Earth's codes. */
export const m49Additions = { "030": ["TWN"] };

/** Names that people use beside those of UN M49, by its code; the first one is shown. */
export const m49Names = {
  "002": ["Africa"],
  "005": ["South America", "América del Sur", "Sud America"],
  "009": ["Oceania"],
  "011": ["West Africa", "Western Africa", "África del Oeste", "Afrique de l'Ouest"],
  "013": ["Central America", "América Central", "Zentralamerika"],
  "014": ["East Africa", "Eastern Africa", "África del Este", "Afrique de l'Est"],
  "015": [
    "North Africa",
    "Northern Africa",
    "Norte de África",
    "África del Norte",
    "Afrique du Nord",
    "Norte da África",
    "Nord Africa",
  ],
  "017": ["Central Africa", "Middle Africa"],
  "018": ["Southern Africa"],
  "019": ["Americas", "The Americas"],
  "021": ["Northern America"],
  "029": ["Caribbean", "The Caribbean"],
  "030": ["East Asia", "Eastern Asia"],
  "034": ["South Asia", "Southern Asia"],
  "035": ["Southeast Asia", "South-eastern Asia", "South East Asia"],
  "039": ["Southern Europe", "South Europe"],
  "053": ["Australia and New Zealand", "Australasia"],
  "054": ["Melanesia"],
  "061": ["Polynesia"],
  142: ["Asia"],
  143: ["Central Asia"],
  145: ["West Asia", "Western Asia"],
  150: ["Europe"],
  151: ["Eastern Europe", "East Europe"],
  154: ["Northern Europe", "North Europe"],
  155: ["Western Europe", "West Europe"],
  202: ["Sub-Saharan Africa", "Subsaharan Africa"],
  419: ["Latin America", "Latin America and the Caribbean"],
};

const census = "US Census Bureau, regions and divisions";
const newEngland = ["US-CT", "US-ME", "US-MA", "US-NH", "US-RI", "US-VT"];
const middleAtlantic = ["US-NJ", "US-NY", "US-PA"];
const eastNorthCentral = ["US-IL", "US-IN", "US-MI", "US-OH", "US-WI"];
const westNorthCentral = ["US-IA", "US-KS", "US-MN", "US-MO", "US-NE", "US-ND", "US-SD"];
const southAtlantic = [
  ...["US-DE", "US-DC", "US-FL", "US-GA", "US-MD", "US-NC", "US-SC", "US-VA", "US-WV"],
];
const eastSouthCentral = ["US-AL", "US-KY", "US-MS", "US-TN"];
const westSouthCentral = ["US-AR", "US-LA", "US-OK", "US-TX"];
const mountain = ["US-AZ", "US-CO", "US-ID", "US-MT", "US-NV", "US-NM", "US-UT", "US-WY"];
const pacific = ["US-AK", "US-CA", "US-HI", "US-OR", "US-WA"];
const southernCalifornia = [
  ...["Imperial", "Kern", "Los Angeles", "Orange", "Riverside", "San Bernardino", "San Diego"],
  ...["San Luis Obispo", "Santa Barbara", "Ventura"],
].map((county) => `California: ${county} County`);

const ibge = "IBGE, Grandes Regiões do Brasil";
const istat = "ISTAT, ripartizioni geografiche";
const sardinia = [
  ...["Cagliari", "Carbonia-Iglesias", "Medio Campidano", "Nuoro", "Ogliastra", "Olbia-Tempio"],
  ...["Oristrano", "Sassari"],
].map((name) => `ITA: ${name}`);
const portugueseCoordination = "Portugal's regional coordination commissions, by whole districts";
const provinces1936 = "Portugal's provinces of 1936, by whole districts";
const france2015 = "France's regions until 2015";
const siberian = [
  ...["RU-AL", "RU-IRK", "RU-KEM", "RU-KYA", "RU-OMS", "RU-TOM"],
  ...["Altay", "Khakass", "Novosibirsk", "Tuva"].map((name) => `RUS: ${name}`),
];
const farEastern = [
  ...["RU-AMU", "RU-CHU", "RU-KAM", "RU-KHA", "RU-MAG", "RU-PRI", "RU-SA", "RU-SAK"],
  ...["RU-YEV", "RU-ZAB", "RUS: Buryat"],
];

/** @type {Region[]} */
export const regionsOfStates = [
  {
    names: [
      "North America",
      "América del Norte",
      "Amérique du Nord",
      "Nordamerika",
      "América do Norte",
      "Nord America",
    ],
    of: ["021", "013", "029"],
    source: "UN M49",
  },
  { names: ["New England"], of: newEngland, source: census },
  { names: ["Mid-Atlantic", "Middle Atlantic"], of: middleAtlantic, source: census },
  {
    names: ["Northeast", "Northeastern United States", "Northeast US", "US Northeast"],
    of: [...newEngland, ...middleAtlantic],
    source: census,
  },
  { names: ["East North Central"], of: eastNorthCentral, source: census },
  { names: ["West North Central"], of: westNorthCentral, source: census },
  {
    names: ["Midwest", "Midwestern United States", "American Midwest", "US Midwest"],
    of: [...eastNorthCentral, ...westNorthCentral],
    source: census,
  },
  { names: ["South Atlantic"], of: southAtlantic, source: census },
  { names: ["East South Central"], of: eastSouthCentral, source: census },
  { names: ["West South Central"], of: westSouthCentral, source: census },
  {
    names: ["South", "Southern United States", "American South", "US South"],
    of: [...southAtlantic, ...eastSouthCentral, ...westSouthCentral],
    source: census,
  },
  { names: ["Mountain States", "Mountain West"], of: mountain, source: census },
  { names: ["Pacific States"], of: pacific, source: census },
  {
    names: ["West", "Western United States", "American West", "US West", "Western US"],
    of: [...mountain, ...pacific],
    source: census,
  },
  {
    names: ["Contiguous United States", "Lower 48", "CONUS", "Continental United States"],
    of: ["USA"],
    without: ["US-AK", "US-HI"],
    source: "the 48 adjoining states and the District of Columbia",
  },
  {
    names: ["Pacific Northwest", "PNW"],
    of: ["US-ID", "US-OR", "US-WA"],
    source: "usual definition: the three states",
  },
  {
    names: ["Southwest", "Southwestern United States", "American Southwest", "US Southwest"],
    of: ["US-AZ", "US-NM"],
    source: "National Interagency Fire Center, Southwest area, by whole states",
  },
  {
    names: ["Four Corners", "Four Corners States"],
    of: ["US-AZ", "US-CO", "US-NM", "US-UT"],
    source: "the four states that meet there",
  },
  {
    names: ["Gulf Coast", "Gulf States", "Gulf Coast States"],
    of: ["US-AL", "US-FL", "US-LA", "US-MS", "US-TX"],
    source: "the five states on the Gulf",
  },
  {
    names: ["Canadian Prairies", "Prairies", "Prairie Provinces"],
    of: ["CA-AB", "CA-MB", "CA-SK"],
    source: "Statistics Canada, geographical regions",
  },
  {
    names: ["Western Canada"],
    of: ["CA-AB", "CA-BC", "CA-MB", "CA-SK"],
    source: "usual definition: the four provinces",
  },
  {
    names: ["Atlantic Canada", "Atlantic Provinces"],
    of: ["CA-NB", "CA-NL", "CA-NS", "CA-PE"],
    source: "Statistics Canada, geographical regions",
  },
  {
    names: ["Maritimes", "Maritime Provinces"],
    of: ["CA-NB", "CA-NS", "CA-PE"],
    source: "usual definition: the three provinces",
  },
  {
    names: ["Northern Canada", "Territories of Canada"],
    of: ["CA-NT", "CA-NU", "CA-YT"],
    source: "Statistics Canada, geographical regions",
  },
  {
    names: ["North", "Norte", "Northern Brazil", "North Brazil"],
    of: ["BR-AC", "BR-AM", "BR-AP", "BR-PA", "BR-RO", "BR-RR", "BR-TO"],
    source: ibge,
  },
  {
    names: ["Northeast", "Nordeste", "Northeastern Brazil", "Northeast Brazil"],
    of: ["BR-AL", "BR-BA", "BR-CE", "BR-MA", "BR-PB", "BR-PE", "BR-PI", "BR-RN", "BR-SE"],
    source: ibge,
  },
  {
    names: ["Central-West", "Centro-Oeste", "Center-West", "Central-West Brazil"],
    of: ["BR-DF", "BR-GO", "BR-MS", "BR-MT"],
    source: ibge,
  },
  {
    names: ["Southeast", "Sudeste", "Southeastern Brazil", "Southeast Brazil"],
    of: ["BR-ES", "BR-MG", "BR-RJ", "BR-SP"],
    source: ibge,
  },
  {
    names: ["South", "Sul", "Southern Brazil", "South Brazil"],
    of: ["BR-PR", "BR-RS", "BR-SC"],
    source: ibge,
  },
  {
    names: ["Legal Amazon", "Amazônia Legal", "Brazilian Amazon"],
    of: [...["BR-AC", "BR-AM", "BR-AP", "BR-MA", "BR-MT", "BR-PA", "BR-RO", "BR-RR", "BR-TO"]],
    source: "IBGE, Amazônia Legal, by whole states: of Maranhão the law has the west alone",
  },
  {
    names: [
      "Amazon Basin",
      "Amazon",
      "Amazonia",
      "Amazon Rainforest",
      "Amazônia",
      "Amazonie",
      "Amazonien",
    ],
    of: [
      ...["BR-AC", "BR-AM", "BR-AP", "BR-MA", "BR-MT", "BR-PA", "BR-RO", "BR-RR", "BR-TO"],
      ...["BO-B", "BO-N", "CO-AMA", "CO-CAQ", "CO-GUA", "CO-GUV", "CO-PUT", "CO-VAU"],
      ...["EC-D", "EC-N", "EC-S", "EC-U", "EC-Y", "EC-Z", "FR-973", "GUY"],
      ...["PE-AMA", "PE-LOR", "PE-MDD", "PE-SAM", "PE-UCA", "SUR", "VE-F", "VE-Z"],
    ],
    source: "RAISG, Amazonía, by whole states and departments",
  },
  {
    names: ["Yucatán Peninsula", "Península de Yucatán"],
    of: ["MX-CAM", "MX-ROO", "MX-YUC"],
    source: "usual definition: the three states of Mexico",
  },
  {
    names: ["Southern Cone", "Cono Sur"],
    of: ["ARG", "CHL", "URY"],
    source: "usual definition: the three countries",
  },
  {
    names: [
      "Iberia",
      "Iberian Peninsula",
      "Península Ibérica",
      "Péninsule Ibérique",
      "Iberische Halbinsel",
      "Penisola Iberica",
    ],
    of: ["AND", "ESP", "GIB", "PRT"],
    without: ["ES-CE", "ES-GC", "ES-ML", "ES-PM", "ES-TF", "PT-20", "PT-30"],
    source: "the mainland of Spain and Portugal, with Andorra and Gibraltar",
  },
  {
    names: ["Mainland Spain", "Peninsular Spain", "España peninsular"],
    of: ["ESP"],
    without: ["ES-CE", "ES-GC", "ES-ML", "ES-PM", "ES-TF"],
    source: "Spain without its islands and the cities in Africa",
  },
  {
    names: ["Mainland Portugal", "Continental Portugal", "Portugal Continental"],
    of: ["PRT"],
    without: ["PT-20", "PT-30"],
    source: "Portugal without the Azores and Madeira",
  },
  {
    names: ["North", "Norte", "Northern Portugal", "North Portugal"],
    of: ["PT-03", "PT-04", "PT-13", "PT-16", "PT-17"],
    source: portugueseCoordination,
  },
  {
    names: ["Centro", "Central Portugal"],
    of: ["PT-01", "PT-05", "PT-06", "PT-09", "PT-10", "PT-18"],
    source: portugueseCoordination,
  },
  { names: ["Alentejo"], of: ["PT-02", "PT-07", "PT-12"], source: portugueseCoordination },
  { names: ["Minho"], of: ["PT-03", "PT-16"], source: provinces1936 },
  {
    names: ["Trás-os-Montes", "Trás-os-Montes e Alto Douro"],
    of: ["PT-04", "PT-17"],
    source: provinces1936,
  },
  {
    names: ["Beira Interior"],
    of: ["PT-05", "PT-09"],
    source: "usual definition: the two districts",
  },
  {
    names: ["Northern Italy", "North Italy", "Nord Italia"],
    of: ["ITA: Aoste", "IT-21", "IT-25", "IT-32", "IT-34", "IT-36", "IT-42", "IT-45"],
    source: istat,
  },
  {
    names: ["Central Italy", "Centro Italia"],
    of: ["IT-52", "IT-55", "IT-57", "IT-62"],
    source: istat,
  },
  {
    names: ["Southern Italy", "South Italy", "Sud Italia"],
    of: ["IT-65", "IT-67", "IT-72", "IT-75", "IT-77", "IT-78"],
    source: istat,
  },
  {
    names: ["Mezzogiorno"],
    of: ["IT-65", "IT-67", "IT-72", "IT-75", "IT-77", "IT-78", "IT-82", ...sardinia],
    source: istat,
  },
  {
    names: ["Metropolitan France", "Mainland France", "France métropolitaine"],
    of: ["FRA"],
    source: "INSEE: France without its overseas departments",
  },
  {
    names: ["Aquitaine"],
    of: ["FR-24", "FR-33", "FR-40", "FR-47", "FR-64"],
    source: france2015,
  },
  {
    names: ["Languedoc-Roussillon", "Languedoc"],
    of: ["FR-11", "FR-30", "FR-34", "FR-48", "FR-66"],
    source: france2015,
  },
  {
    names: ["Midi-Pyrénées"],
    of: ["FR-09", "FR-12", "FR-31", "FR-32", "FR-46", "FR-65", "FR-81", "FR-82"],
    source: france2015,
  },
  {
    names: ["Côte d'Azur", "French Riviera"],
    of: ["FR-06", "FR-83"],
    source: "usual definition: the two departments",
  },
  {
    names: ["Scandinavia", "Skandinavien", "Escandinavia", "Scandinavie"],
    of: ["DNK", "NOR", "SWE"],
    source: "usual definition: the three kingdoms",
  },
  {
    names: ["Nordic Countries", "Nordics"],
    of: ["ALA", "DNK", "FIN", "FRO", "ISL", "NOR", "SWE"],
    source: "Nordic Council, without Greenland",
  },
  {
    names: [
      "Balkans",
      "Balkan Peninsula",
      "Balkan Countries",
      "Balkan",
      "Balcanes",
      "Balcani",
      "Bálcãs",
    ],
    of: [
      ...["ALB", "BGR", "BIH", "GRC", "HRV", "MKD", "MNE", "ROU", "SRB", "SVN"],
      ...["TR-22", "TR-39", "TR-59"],
    ],
    source:
      "Encyclopædia Britannica: ten countries, Kosovo with Serbia, and Turkey's provinces in Europe",
  },
  {
    names: [
      "Baltic States",
      "Baltics",
      "Baltic Countries",
      "Baltikum",
      "Países Bálticos",
      "Pays baltes",
    ],
    of: ["EST", "LTU", "LVA"],
    source: "the three countries",
  },
  { names: ["Benelux"], of: ["BEL", "LUX", "NLD"], source: "Benelux Union, in Europe" },
  {
    names: [
      "European Union",
      "EU",
      "Unión Europea",
      "Union européenne",
      "Europäische Union",
      "União Europeia",
      "Unione Europea",
    ],
    of: [
      ...["AUT", "BEL", "BGR", "CYP", "CZE", "DEU", "DNK", "ESP", "EST", "FIN", "FRA", "GRC"],
      ...["HRV", "HUN", "IRL", "ITA", "LTU", "LUX", "LVA", "MLT", "NLD", "POL", "PRT", "ROU"],
      ...["SVK", "SVN", "SWE", "ALA", "GLP", "GUF", "MTQ", "MYT", "REU"],
    ],
    source: "the 27 members, with their outermost regions",
  },
  {
    names: ["Maghreb", "Magreb"],
    of: ["DZA", "LBY", "MAR", "MRT", "TUN"],
    source: "Arab Maghreb Union",
  },
  {
    names: ["Sahel"],
    of: ["BFA", "CMR", "GIN", "GMB", "MLI", "MRT", "NER", "NGA", "SEN", "TCD"],
    source: "United Nations Integrated Strategy for the Sahel: ten countries",
  },
  {
    names: [
      "Horn of Africa",
      "Cuerno de África",
      "Corne de l'Afrique",
      "Horn von Afrika",
      "Chifre da África",
      "Corno d'Africa",
    ],
    of: ["DJI", "ERI", "ETH", "SOM"],
    source: "usual definition: the four countries",
  },
  {
    names: ["Arabian Peninsula", "Arabia"],
    of: ["ARE", "BHR", "KWT", "OMN", "QAT", "SAU", "YEM"],
    source: "usual definition: the seven countries",
  },
  {
    names: ["South Caucasus", "Transcaucasia"],
    of: ["ARM", "AZE", "GEO"],
    source: "usual definition: the three countries",
  },
  {
    names: [
      "Middle East",
      "Oriente Medio",
      "Medio Oriente",
      "Moyen-Orient",
      "Proche-Orient",
      "Naher Osten",
      "Oriente Médio",
      "Médio Oriente",
    ],
    of: [
      ...["ARE", "BHR", "CYP", "EGY", "IRN", "IRQ", "ISR", "JOR", "KWT", "LBN", "OMN", "PSE"],
      ...["QAT", "SAU", "SYR", "TUR", "YEM"],
    ],
    source: "usual definition: West Asia without the Caucasus, with Egypt and Iran",
  },
  {
    names: ["Siberian Federal District"],
    of: siberian,
    source: "Russia's federal districts, 2018",
  },
  {
    names: ["Russian Far East", "Far Eastern Federal District"],
    of: farEastern,
    source: "Russia's federal districts, 2018",
  },
  {
    names: ["Siberia", "Sibirien", "Sibérie", "Sibéria"],
    of: [...siberian, ...farEastern, "RU-TYU", "RUS: Khanty-Mansiy", "RUS: Yamal-Nenets"],
    source: "wide definition: Russia's Siberian and Far Eastern federal districts, with Tyumen",
  },
  {
    names: ["Northeast", "Northeast India", "North East India"],
    of: ["IN-AR", "IN-AS", "IN-ML", "IN-MN", "IN-MZ", "IN-NL", "IN-SK", "IN-TR"],
    source: "India's North Eastern Council: eight states",
  },
  {
    names: ["Kalimantan", "Indonesian Borneo"],
    of: ["ID-KB", "ID-KI", "ID-KS", "ID-KT"],
    source: "the Indonesian part of Borneo",
  },
  {
    names: ["Northeast China", "Manchuria"],
    of: ["CN-HL", "CN-JL", "CN-LN"],
    source: "the three provinces",
  },
];

/** @type {Region[]} */
export const regionsOfCounties = [
  {
    names: ["Southern California", "SoCal"],
    of: southernCalifornia,
    source: "usual definition: the ten southernmost counties",
  },
  {
    names: ["Northern California", "NorCal"],
    of: ["California"],
    without: southernCalifornia,
    source: "usual definition: all but the ten southernmost counties",
  },
  {
    names: ["San Francisco Bay Area", "Bay Area"],
    of: [
      ...["Alameda", "Contra Costa", "Marin", "Napa", "San Francisco", "San Mateo"],
      ...["Santa Clara", "Solano", "Sonoma"],
    ].map((county) => `California: ${county} County`),
    source: "Association of Bay Area Governments, nine counties",
  },
  {
    names: ["Inland Empire"],
    of: ["California: Riverside County", "California: San Bernardino County"],
    source: "usual definition: the two counties",
  },
];
