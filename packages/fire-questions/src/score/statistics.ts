/** Part of a whole, from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal distribution's value for 95 %. */
const z = 1.959963984540054;

/**
 * Wilson's score interval of 95 % of a mean of `count` shares (E. B. Wilson, 1927). For shares
 * that are not 0 or 1, a question's runs, it is too wide rather than too narrow: their variance is
 * at most that of a yes or no with the same mean.
 */
export function wilson(mean: number, count: number): Interval {
  if (count === 0) return { low: 0, high: 1 };
  const square = z ** 2;
  const centre = mean + square / (2 * count);
  const half = z * Math.sqrt((mean * (1 - mean)) / count + square / (4 * count ** 2));
  const scale = 1 + square / count;
  return {
    low: Math.max(0, (centre - half) / scale),
    high: Math.min(1, (centre + half) / scale),
  };
}

/**
 * pass^k: the chance that `k` runs drawn from `runs` are all right, of which `right` are
 * (S. Yao et al., τ-bench, 2024): C(right, k) / C(runs, k).
 */
export function passAll(right: number, runs: number, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, right - i) / (runs - i);
  return chance;
}

/**
 * The two-sided p of Fisher's randomisation test of pairs, exact: of all ways to swap the two
 * systems of each question, the share whose sum of differences is at least as far from 0. With one
 * run per question it is McNemar's exact test. Differences are whole numbers of right runs.
 */
export function pairedTest(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
  // chances[total + t] is the chance that the questions so far sum to t.
  let chances = new Float64Array(2 * total + 1);
  chances[total] = 1;
  for (const size of sizes.filter((each) => each > 0)) {
    const next = new Float64Array(chances.length);
    for (let i = 0; i < chances.length; i++) {
      const half = chances[i]! / 2;
      if (half === 0) continue;
      next[i - size]! += half;
      next[i + size]! += half;
    }
    chances = next;
  }
  const farther = chances.reduce(
    (sum, chance, i) => (Math.abs(i - total) >= observed ? sum + chance : sum),
    0,
  );
  return Math.min(1, farther);
}
