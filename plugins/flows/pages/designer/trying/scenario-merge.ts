import type { FormValue } from '#kernel/values/value.ts'
import type { SaveScenario } from '../../../wire.ts'

/** A scenario as both editors began it, as it is stored now, and with one's own changes. */
export interface ScenarioVersions {
  readonly base: SaveScenario
  readonly theirs: SaveScenario
  readonly mine: SaveScenario
}

/** The names of the parts that both changed to something different: `name`, `person`, `value.{field}`, `expected`. */
export const scenarioConflicts = ({ base, theirs, mine }: ScenarioVersions): readonly string[] => {
  const [before, other, own] = [partsOf(base), partsOf(theirs), partsOf(mine)]
  return namesOf(before, other, own).filter((name) => {
    const [was, here, there] = [before.get(name), own.get(name), other.get(name)]
    return was !== there && was !== here && here !== there
  })
}

/** Both changes in one scenario; the conflicting parts are those of the editor who is preferred. */
export function mergedScenario(versions: ScenarioVersions, preferred: 'mine' | 'theirs'): SaveScenario {
  const { base, theirs, mine } = versions
  const conflicts = new Set(scenarioConflicts(versions))
  const [before, own] = [partsOf(base), partsOf(mine)]
  const from = (name: string): SaveScenario => {
    if (conflicts.has(name)) return preferred === 'mine' ? mine : theirs
    return before.get(name) === own.get(name) ? theirs : mine
  }
  const fields = [...new Set([...Object.keys(theirs.value), ...Object.keys(mine.value)])]
  const value = Object.fromEntries(fields.flatMap((field) => {
    const held = from(`value.${field}`).value[field]
    return held === undefined ? [] : [[field, held]]
  })) as FormValue
  return { name: from('name').name, person: from('person').person, value, expected: from('expected').expected }
}

const namesOf = (
  ...parts: readonly ReadonlyMap<string, string>[]
): readonly string[] => [...new Set(parts.flatMap((each) => [...each.keys()]))]

/** Every part as text that is equal where the parts are. */
function partsOf({ name, person, value, expected }: SaveScenario): ReadonlyMap<string, string> {
  const asked = expected.filter(({ people }) => people.length > 0).map(({ node, people }) => [node, people.toSorted()])
  return new Map([['name', name], ['person', person], ['expected', JSON.stringify(asked)],
    ...Object.entries(value).map(([field, held]) => [`value.${field}`, JSON.stringify(held)] as const)])
}
