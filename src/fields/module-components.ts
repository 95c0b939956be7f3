import { installKinds } from '#kernel/kinds/host-traits.ts'
import type { DrawnKind, FieldComponents } from './types.ts'

const drawnKinds = new Map<string, DrawnKind>()
const named = new Map<string, FieldComponents>()

/** Registers the field kinds of modules with their components, and components of single fields by name. */
export function addDrawn(kinds: readonly DrawnKind[], components: Readonly<Record<string, FieldComponents>>): void {
  installKinds(kinds.map(({ kind }) => kind))
  for (const drawn of kinds) drawnKinds.set(drawn.kind.key, drawn)
  for (const [name, parts] of Object.entries(components)) named.set(name, parts)
}

/** The registered kind of a module. */
export const drawnKind = (key: string): DrawnKind | undefined => drawnKinds.get(key)

/** The registered components under a name. */
export const componentNamed = (name: string | undefined): FieldComponents | undefined => name === undefined ? undefined : named.get(name)
