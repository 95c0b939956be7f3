import type { LightMyRequestResponse } from 'fastify'
import type { Person } from './scope-company.ts'

/** What a person gets of a call, and what they should get. */
export interface Trial {
  readonly seen: (person: Person) => Promise<unknown>
  readonly due: (person: Person) => unknown
}

export type Ask = (person: Person, method: 'GET' | 'POST', url: string, payload?: object) => Promise<LightMyRequestResponse>

export type Request = readonly ['GET' | 'POST', url: string, payload?: object]

export const idsOf = (records: readonly { readonly id: string }[] | undefined) => (records ?? []).map(({ id }) => id).toSorted()

export async function dataOf<Data>(answer: Promise<LightMyRequestResponse>): Promise<Data> {
  return (await answer).json<{ data: Data }>().data
}

/** Whoever may not see a thing gets the answer that they would get if there were none; whoever may gets another. */
export const oneByOne = <Thing extends { readonly id: string }>(ask: Ask, things: readonly Thing[], request: (id: string, thing?: Thing) => Request, mine: (person: Person) => readonly Thing[]): Trial => ({
  seen: async (person) => {
    const answered = async (id: string, thing?: Thing) => {
      const { statusCode, payload } = await ask(person, ...request(id, thing))
      return `${statusCode} ${payload.replaceAll(id, '')}`
    }
    const absent = await answered('absent')
    const found: { id: string }[] = []
    for (const thing of things) if ((await answered(thing.id, thing)) !== absent) found.push(thing)
    return idsOf(found)
  },
  due: (person) => idsOf(mine(person)),
})
