import { type Box, eachPosition, extentOf, type Geometry, pathsOf } from "@emberline/geo";
import { UnpreparedError } from "../values/error.ts";
import { EdgeTree } from "./edge-tree.ts";
import { edgesOf, inZOrder } from "./edges.ts";
import { type Form, formOf } from "./form.ts";
import { finish, type Steps } from "./steps.ts";

/** Geometries up to this size cross themselves at most 1,952 times: a few milliseconds. */
const fewPositions = 64;

/** A geometry with everything that predicates need, computed on first use and cached. */
export class Shape {
  readonly box: Box;
  readonly isPoint: boolean;
  readonly #source: () => Geometry;
  readonly #isInTurns: boolean;
  #raw: EdgeTree | undefined;
  #form: Form | undefined;
  /** Why there is no form: to find that out again would take as long. */
  #failure: unknown;

  /**
   * @param source returns a geometry with a shape, on every call
   * @param isInTurns whether the form of a large geometry is made only by `formSteps`
   */
  constructor(box: Box, isPoint: boolean, source: () => Geometry, isInTurns = false) {
    this.box = box;
    this.isPoint = isPoint;
    this.#source = source;
    this.#isInTurns = isInTurns;
  }

  /** Undefined for a geometry without positions. */
  static of(geometry: Geometry, isInTurns = false): Shape | undefined {
    if (geometry.type === "Point")
      return Shape.at(geometry.coordinates[0], geometry.coordinates[1]);
    const box = extentOf(geometry);
    return box && new Shape(box, false, () => geometry, isInTurns);
  }

  /** A point. */
  static at(x: number, y: number): Shape {
    return new Shape([x, y, x, y], true, () => ({ type: "Point", coordinates: [x, y] }));
  }

  /** Whether its edges have been read. */
  get isRead(): boolean {
    return this.isPoint || this.#raw !== undefined || this.#form !== undefined;
  }

  /** Edges that cover the same places as those of the form, even before it is computed. */
  get outline(): readonly EdgeTree[] {
    if (this.#form) return this.#form.trees;
    const paths = () => inZOrder(pathsOf(this.#source()), (path) => path);
    this.#raw ??= new EdgeTree(finish(edgesOf(paths())));
    return [this.#raw];
  }

  /**
   * @throws {Cql2Error} when a geometry crosses itself too often (`limit`), or is large and made in
   *   turns (`unprepared`)
   */
  get form(): Form {
    if (this.#form) return this.#form;
    if (this.#isInTurns && !this.#failure && this.#isLarge())
      throw new UnpreparedError(() => this.formSteps());
    return finish(this.formSteps());
  }

  #isLarge(): boolean {
    let positions = 0;
    eachPosition(this.#source(), () => positions++);
    return positions > fewPositions;
  }

  *formSteps(): Steps<Form> {
    if (this.#form) return this.#form;
    if (this.#failure) throw this.#failure;
    try {
      this.#form = yield* formOf(this.#source());
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#raw = undefined;
    return this.#form;
  }

  /** Memory used by its edges. */
  get bytes(): number {
    return this.#form?.bytes ?? this.#raw?.bytes ?? 0;
  }
}
