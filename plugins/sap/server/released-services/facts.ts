import { type ODataVersion, selection } from './selection.ts'

type PropertyType = 'string' | 'decimal' | 'date' | 'boolean' | 'guid' | 'timestamp' | 'integer' | 'time'

/** The type of a property, and whether it may be sent when a record is created or changed. */
export interface PropertyFacts {
  readonly type: PropertyType
  /** Characters at most. */
  readonly max?: number
  readonly precision?: number
  readonly scale?: number
  readonly isCreatable: boolean
}

/** A set of records of a service. */
export interface SetFacts {
  readonly name: string
  readonly keys: readonly string[]
  readonly properties: ReadonlyMap<string, PropertyFacts>
  /** The sets of records that lie below, by the property that leads there. */
  readonly to: Readonly<Record<string, string>>
  /** False where records are created only as part of another. */
  readonly isCreatable: boolean
  /** False where records stay as they were created. */
  readonly isUpdatable: boolean
}

/** A released service: as much of it as this product uses. */
export interface ServiceFacts {
  readonly name: string
  readonly protocol: ODataVersion
  readonly path: string
  readonly sets: ReadonlyMap<string, SetFacts>
  /** Types of the parameters of functions. */
  readonly functions: ReadonlyMap<string, ReadonlyMap<string, PropertyFacts>>
}

const types: Readonly<Record<string, PropertyType>> = { S: 'string', D: 'decimal', T: 'date', B: 'boolean', G: 'guid', O: 'timestamp',
  I: 'integer', H: 'time' }

function factsOf(code: string): PropertyFacts {
  const [, letter, size, scale, locked] = /^([A-Z])(\d*)(?:\.(\d+))?(-?)$/.exec(code) ?? []
  const type = types[String(letter)]
  if (!type) throw new Error(`unknown type ${code}`)
  const common = { type, isCreatable: locked !== '-' }
  if (!size) return common
  return type === 'string' ? { ...common, max: Number(size) } : { ...common, precision: Number(size), scale: Number(scale) }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const propertiesOf = (text: string): ReadonlyMap<string, PropertyFacts> =>
  new Map(words(text).map((word) => {
    const [name = '', code = ''] = word.split(':')
    return [name, factsOf(code)]
  }))

/** The services by their names. */
export const services: ReadonlyMap<string, ServiceFacts> = new Map(
  Object.entries(selection).map(([name, { protocol, path, sets, functions = {} }]) => [name, {
    name,
    protocol,
    path,
    sets: new Map(
      Object.entries(sets).map((
        [set, { keys, properties, to = {}, isCreatable = true, isUpdatable = true }],
      ) => [set, { name: set, keys: words(keys), properties: propertiesOf(properties), to, isCreatable, isUpdatable }]),
    ),
    functions: new Map(Object.entries(functions).map(([called, parameters]) => [called, propertiesOf(parameters)])),
  }]),
)

/** A service by its name. @throws Error for one that is not in the selection */
export function serviceOf(name: string): ServiceFacts {
  const service = services.get(name)
  if (!service) throw new Error(`no facts of the service ${name}`)
  return service
}

/** A set of a service. @throws Error for one that is not in the selection */
export function setOf(service: ServiceFacts, name: string): SetFacts {
  const set = service.sets.get(name)
  if (!set) throw new Error(`no facts of ${service.name}/${name}`)
  return set
}

/** The set below another, by the property that leads there. @throws Error where none does */
export function setBelow(service: ServiceFacts, set: SetFacts, to: string): SetFacts {
  const below = set.to[to]
  if (below === undefined) throw new Error(`${service.name}/${set.name} has no ${to}`)
  return setOf(service, below)
}
