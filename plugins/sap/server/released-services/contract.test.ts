import { describe, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { type Below, entryOf, interfaces, type ServiceInterface, type Source } from '../interfaces.ts'
import { bomEntries } from '../protocols/bill-of-material.ts'
import { releaseEntries, releaseProperties } from '../protocols/requisition-release.ts'
import { serviceOf, type SetFacts, setBelow, setOf } from './facts.ts'

const taken = Object.entries(interfaces).flatMap(([call, all]) => all.map((one) => [call, one] as const))
const ofServices = taken.flatMap(([call, one]) => ('set' in one ? [[`${call} over ${one.service}`, one] as const] : []))

/** Properties that are sent with what the service says of them. */
function sent(one: ServiceInterface): { readonly path: string; readonly source: Source; readonly set: SetFacts; readonly name: string }[] {
  const service = serviceOf(one.service)
  const walk = (set: SetFacts, { properties, below = [] }: Pick<Below, 'properties' | 'below'>, path: string): ReturnType<typeof sent> => [
    ...Object.entries(properties).map(([name, source]) => ({ path: `${path}${name}`, source, set, name })),
    ...below.flatMap((level) => walk(setBelow(service, set, level.to), level, `${path}${level.to}/`)),
  ]
  return walk(setOf(service, one.set), one, '')
}

describe('what is sent to released services', () => {
  it.each(ofServices)('is known and may be created: %s', (_, one) => {
    for (const { set, name, path } of sent(one)) expect([path, set.properties.get(name)?.isCreatable]).toEqual([path, true])
    const service = serviceOf(one.service)
    expect(setOf(service, one.set).isCreatable).toBe(true)
    expect(setOf(service, one.lookup.set ?? one.set).properties.has(one.lookup.property)).toBe(true)
    expect(one.onlyValidates === undefined ? 'boolean' : setOf(service, one.set).properties.get(one.onlyValidates)?.type).toBe('boolean')
    for (const name of one.number) expect([name, setOf(service, one.set).properties.has(name)]).toEqual([name, true])
  })

  it.each(ofServices)('fits: constants by their length, references into a property with room for them: %s', (_, one) => {
    const tooLong = sent(one).filter(({ set, name, source }) => {
      const max = set.properties.get(name)?.max ?? Number.POSITIVE_INFINITY
      if (typeof source !== 'string') return false
      return source.startsWith('=') ? source.length - 1 > max : source === '@reference' && max < 8
    })
    expect(tooLong.map(({ path }) => path)).toEqual([])
  })

  it('is known and may be changed, where records are changed', () => {
    const changes = taken.flatMap(([call, one]): (readonly [string, string, string, readonly string[]])[] => {
      if ('releases' in one) return [[call, one.service, one.releases, releaseProperties]]
      if ('changes' in one) return [[call, one.service, one.changes, Object.keys(one.change)]]
      return 'set' in one && one.updates ? [[call, one.service, one.set, Object.keys(one.updates.properties)]] : []
    })
    expect(changes.length).toBeGreaterThan(2)
    for (const [call, service, name, properties] of changes) {
      const set = setOf(serviceOf(service), name)
      const fixed = properties.filter((property) => set.keys.includes(property) || set.properties.get(property)?.isCreatable !== true)
      expect([call, set.isUpdatable, fixed]).toEqual([call, true, []])
    }
  })

  it('has a place for every entry that a form posts, or says which it leaves out', () => {
    const posts = declarations.flatMap(({ forms = [] }) =>
      forms.flatMap((form) => (form.posts ?? []).map((one) => ({ form: form.key, one })))
    )
    const missing = posts.flatMap(({ form, one }) =>
      (interfaces[one.call] ?? []).flatMap((interfaced) => {
        if ('call' in interfaced || 'changes' in interfaced) return []
        const entries: readonly (string | undefined)[] = 'bomItems' in interfaced
          ? bomEntries
          : 'releases' in interfaced
          ? releaseEntries
          : 'bapi' in interfaced
          ? Object.values(interfaced.structures).flatMap((fields) => Object.values(fields).map(([source]) => entryOf(source)))
          : [...sent(interfaced).map(({ source }) => entryOf(source)), ...lists(interfaced), interfaced.updates?.entry]
        const places = new Set([...entries, ...(interfaced.leaves ?? [])])
        return Object.keys(one.body).filter((entry) => !places.has(entry)).map((entry) => `${form}.${one.id}: ${entry}`)
      })
    )
    expect(missing).toEqual([])
  })
})

/** Entries that list objects. */
const lists = ({ below = [] }: Pick<Below, 'below'>): readonly (string | undefined)[] =>
  below.flatMap((level) => [level.of, ...lists(level)])
