import { type Box, extentOf, type Geometry, pathsOf } from "@emberline/geo";
import { type Form, formOf } from "./form.ts";
import { EdgeTree } from "./plane/edge-tree.ts";
import { edgesOf, inZOrder } from "./plane/edges.ts";
import { finish, type Steps } from "./steps.ts";

/** A geometry with what predicates need of it, each made when first asked for and then kept. */
export class Shape {
  readonly box: Box;
  readonly isPoint: boolean;
  readonly #source: () => Geometry;
  #raw: EdgeTree | undefined;
  #form: Form | undefined;

  /** `source` gives a geometry that has a shape, as often as it is asked. */
  constructor(box: Box, isPoint: boolean, source: () => Geometry) {
    this.box = box;
    this.isPoint = isPoint;
    this.#source = source;
  }

  /** Undefined for a geometry without positions. */
  static of(geometry: Geometry): Shape | undefined {
    const box = extentOf(geometry);
    return box && new Shape(box, geometry.type === "Point", () => geometry);
  }

  /** Whether its edges are at hand. */
  get isRead(): boolean {
    return this.isPoint || this.#raw !== undefined || this.#form !== undefined;
  }

  /** Edges that cover the same places as those of the form, whether or not there is one. */
  get outline(): readonly EdgeTree[] {
    if (this.#form) return this.#form.trees;
    this.#raw ??= new EdgeTree(edgesOf(inZOrder(pathsOf(this.#source()), (path) => path)));
    return [this.#raw];
  }

  /** @throws {Cql2Error} when a geometry crosses itself too often (`limit`) */
  get form(): Form {
    return finish(this.formSteps());
  }

  *formSteps(): Steps<Form> {
    if (this.#form) return this.#form;
    this.#form = yield* formOf(this.#source());
    this.#raw = undefined;
    return this.#form;
  }

  /** Memory that its edges take. */
  get bytes(): number {
    return this.#form?.bytes ?? this.#raw?.bytes ?? 0;
  }
}
