// Names that the sources lack, by hand: common names of regions in addition to
// GeoNames. Abbreviations: Canada Post, Australia Post, IBGE.

/** @type {Record<string, string[]>} By GeoNames' code of the first-level region. */
export const regionNames = {
  "CA.01": ["AB"],
  "CA.02": ["BC"],
  "CA.03": ["MB"],
  "CA.04": ["NB"],
  "CA.05": ["NL", "Newfoundland"],
  "CA.07": ["NS"],
  "CA.08": ["ON"],
  "CA.09": ["PE", "PEI"],
  "CA.10": ["QC"],
  "CA.11": ["SK"],
  "CA.12": ["YT"],
  "CA.13": ["NT", "NWT"],
  "CA.14": ["NU"],
  "AU.01": ["ACT"],
  "AU.02": ["NSW"],
  "AU.03": ["NT"],
  "AU.04": ["QLD"],
  "AU.05": ["SA"],
  "AU.06": ["TAS"],
  "AU.07": ["VIC"],
  "AU.08": ["WA"],
  "BR.01": ["AC"],
  "BR.02": ["AL"],
  "BR.03": ["AP"],
  "BR.04": ["AM"],
  "BR.05": ["BA"],
  "BR.06": ["CE"],
  "BR.07": ["DF"],
  "BR.08": ["ES"],
  "BR.11": ["MS"],
  "BR.13": ["MA"],
  "BR.14": ["MT"],
  "BR.15": ["MG"],
  "BR.16": ["PA"],
  "BR.17": ["PB"],
  "BR.18": ["PR"],
  "BR.20": ["PI"],
  "BR.21": ["RJ"],
  "BR.22": ["RN"],
  "BR.23": ["RS"],
  "BR.24": ["RO"],
  "BR.25": ["RR"],
  "BR.26": ["SC"],
  "BR.27": ["SP"],
  "BR.28": ["SE"],
  "BR.29": ["GO"],
  "BR.30": ["PE"],
  "BR.31": ["TO"],
  "US.DC": ["D.C.", "District of Columbia"],
};

/** @type {Record<string, string[]>} By GeoNames' number of the place. */
export const placeNames = {
  // New York City: capitals alone are read as an airport's code.
  5128581: ["Nyc"],
  // Ródos is too small for its other spellings to be included, and other towns are named Rhodes.
  400666: ["Rhodes"],
  // Its spellings in other languages of the script are more usual.
  709717: ["Донецьк"],
};

/**
 * Places known for their fires that are too small for the source, as lines of GeoNames' file
 * without population. Positions are from Wikipedia's articles on them.
 */
export const placesByHand = [
  "|Lytton|||50.22444|-121.5775|P|PPL|CA||02|5933|||0",
  "|Mati|||38.04361|23.995|P|PPL|GR||ESYE31|98|||0",
].map((line) => line.replaceAll("|", "\t"));
