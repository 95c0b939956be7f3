import type { Label } from './wording/label.ts'

/** Items that a module contributes to another module's extension point. Plain data. */
export interface Contribution<Item = unknown> {
  /** Id of the extension point. */
  readonly point: string
  readonly items: readonly Item[]
}

/** A module, or its server half, that contributes to extension points. */
export interface Contributor {
  readonly id: string
  readonly contributes?: readonly Contribution[]
}

/** The definition of an extension point. */
export interface ExtensionPointInput<Item> {
  /** `owner.name`: unique in the product, never changed. */
  readonly id: string
  /** Returns the key of an item; keys are unique per extension point. */
  keyOf(item: Item): string
  /** Validates an item beyond its type; each label describes one fault. */
  faultsOf?(item: Item): readonly Label[]
}

/**
 * A collection that a module publishes (`publishes` of its declarations) and to which other modules add items (`contributes`). Start-up
 * fails if no module publishes the point, if the contributor does not require the publishing module, if a key occurs twice, or if an item
 * is invalid.
 *
 * @example The owner: a point, published in its `plugin.ts`.
 * ```ts
 * export const carChecks = createExtensionPoint<CarCheck>({ id: 'company-cars.checks', keyOf: ({ key }) => key })
 *
 * definePlugin({ id: 'company-cars', publishes: [carChecks] })
 * ```
 * @example Another module: its items.
 * ```ts
 * definePlugin({ id: 'fleet', requires: ['company-cars'], contributes: [carChecks.of({ key: 'tyres', cn: '轮胎', en: 'Tyres' })] })
 * ```
 * @example The owner's server half: all items, in the order of the modules.
 * ```ts
 * defineServer({ id: 'company-cars', among: ({ plugins }) => ({ routes: checkRoutes(carChecks.in(plugins)) }) })
 * ```
 */
export class ExtensionPoint<Item> {
  readonly id: string
  readonly #input: ExtensionPointInput<Item>

  constructor(input: ExtensionPointInput<Item>) {
    this.id = input.id
    this.#input = input
  }

  /** Creates a contribution, for `contributes`. */
  of(...items: readonly Item[]): Contribution<Item> {
    return { point: this.id, items }
  }

  /** The items of all contributors, in the order of the contributors. */
  in(contributors: readonly Contributor[]): readonly Item[] {
    return contributors.flatMap(({ contributes = [] }) =>
      contributes.flatMap(({ point, items }) => (point === this.id ? items as Item[] : []))
    )
  }

  /** The key of an item that was contributed to this extension point. */
  keyOf(item: unknown): string {
    return this.#input.keyOf(item as Item)
  }

  /** The faults of an item that was contributed to this extension point. */
  faultsOf(item: unknown): readonly Label[] {
    return this.#input.faultsOf?.(item as Item) ?? []
  }
}

/** Creates an extension point. Pure: it is registered by `publishes`, not by the import. */
export function createExtensionPoint<Item>(input: ExtensionPointInput<Item>): ExtensionPoint<Item> {
  const point = new ExtensionPoint(input)
  Object.freeze(point)
  return point
}
