import type { Tone } from "../features.ts";
import type { Subject } from "../subject.ts";

export interface MarkShapeProps {
  readonly x: number;
  readonly y: number;
  readonly subject: Subject;
  readonly tone: Tone;
  readonly radiusPx: number;
}

/**
 * An SVG mark for a position, as on every map: shapes differ, so that colour is never the only cue.
 */
export function MarkShape({ x, y, subject, tone, radiusPx }: MarkShapeProps) {
  const name = `mark mark-${subject} tone-${tone}`;
  if (subject !== "source") return <circle class={name} cx={x} cy={y} r={radiusPx} />;
  const sidePx = 2 * radiusPx;
  return <rect class={name} x={x - radiusPx} y={y - radiusPx} width={sidePx} height={sidePx} />;
}
