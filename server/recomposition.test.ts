import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Fields } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { DesignPublication } from './plugin.ts'
import { type ModulesInForce, recomposition } from './recomposition.ts'

const group = { id: 'designed', cn: '自建', en: 'Designed', sort: 1 }
const formOf = (fields: Fields) =>
  defineForm({ key: 'visit', cn: '来访', en: 'Visit', path: '/visit', prefix: 'LF', group: 'sample', icon: 'file', flow: defineFlow([]),
    fields: { title: { kind: 'text', cn: '标题', en: 'Title' }, ...fields } })
const designedBy = (name: string) =>
  definePlugin({ id: 'designed', formGroups: [{ ...group, en: name }], forms: [formOf({})], resources: [] })
const publicationOf = (design: string, seq: number): DesignPublication => ({ module: 'sample', of: 'designs', design, seq,
  at: new Date(seq) })

/** A company with designs that are in force by name; `breaking` ones cannot be composed. */
function company(breaking: ReadonlySet<string>) {
  let published: readonly DesignPublication[] = []
  let proved: readonly DesignPublication[] = []
  const made: string[][] = []
  const taken: string[] = []
  const names = () => published.map(({ design }) => design)
  const parts = {
    log: pino({ level: 'silent' }),
    read: async (): Promise<ModulesInForce> => ({ plugins: [], designed: names().map(designedBy), amended: [] }),
    make: async ({ designed }: ModulesInForce) => {
      const composed = designed.flatMap(({ formGroups }) => formGroups.map(({ en }) => en))
      made.push(composed)
      if (composed.some((name) => breaking.has(name))) throw new Error('a route stands twice')
      return composed
    },
    handOver: async () => undefined,
    publications: {
      unproved: async () => published.filter((each) => !proved.includes(each)),
      prove: async (publications: readonly DesignPublication[]) => void (proved = [...proved, ...publications]),
      takeBack: async (publication: DesignPublication, reason: string) => {
        if (!published.includes(publication)) return
        taken.push(`${publication.design}: ${reason}`)
        published = published.filter((each) => each !== publication)
      },
    },
  }
  return { parts, made, taken, publish: (design: string) => void (published = [...published, publicationOf(design, published.length + 1)]) }
}

describe('a product that cannot be composed anew', () => {
  it('stays as it was, without the publication that it failed with', async () => {
    const { parts, publish, taken } = company(new Set(['broken']))
    publish('leave')
    const composing = await recomposition(parts)
    publish('broken')
    await composing.recompose()
    expect(composing.inForce()).toEqual(['leave'])
    expect(taken).toEqual(['broken: a route stands twice'])
    publish('visitor')
    await composing.recompose()
    expect(composing.inForce()).toEqual(['leave', 'visitor'])
  })

  it('is tried twice, so that a lost connection takes nothing back', async () => {
    const { parts, publish, taken } = company(new Set())
    const composing = await recomposition(parts)
    publish('leave')
    let isFirst = true
    const { make } = parts
    parts.make = async (modules) => {
      if (isFirst) {
        isFirst = false
        throw new Error('connection lost')
      }
      return make(modules)
    }
    await composing.recompose()
    expect(taken).toEqual([])
    expect(composing.inForce()).toEqual(['leave'])
  })

  it('takes back publications one by one, the newest first', async () => {
    const { parts, publish, taken } = company(new Set(['broken']))
    const composing = await recomposition(parts)
    publish('broken')
    publish('visitor')
    await composing.recompose()
    expect(taken.map((line) => line.split(':')[0])).toEqual(['visitor', 'broken'])
    expect(composing.inForce()).toEqual([])
  })

  it('starts without a publication that it failed with before, and refuses to start where the shipped modules fail', async () => {
    const broken = company(new Set(['broken']))
    broken.publish('leave')
    broken.publish('broken')
    expect((await recomposition(broken.parts)).inForce()).toEqual(['leave'])
    const failing = company(new Set())
    await expect(recomposition({ ...failing.parts, make: async () => Promise.reject(new Error('no port')) })).rejects.toThrow('no port')
  })

  it('stays as it was where it is composed with the same designs elsewhere', async () => {
    const { parts, publish } = company(new Set())
    const composing = await recomposition(parts)
    publish('leave')
    await parts.publications.prove(await parts.publications.unproved())
    const { make } = parts
    parts.make = async () => Promise.reject(new Error('out of memory'))
    await expect(composing.recompose()).rejects.toThrow('out of memory')
    expect(composing.inForce()).toEqual([])
    parts.make = make
    await composing.recompose()
    expect(composing.inForce()).toEqual(['leave'])
  })

  it('stays as it was where taking everything back does not help, and is composed once it can be', async () => {
    const { parts, publish, taken } = company(new Set())
    publish('leave')
    const composing = await recomposition(parts)
    // another process is composed with this one
    publish('seal')
    await parts.publications.prove(await parts.publications.unproved())
    const { make } = parts
    parts.make = async () => Promise.reject(new Error('no room for columns'))
    publish('visitor')
    await expect(composing.recompose()).rejects.toThrow('no room for columns')
    expect(taken).toEqual(['visitor: no room for columns'])
    expect(composing.inForce()).toEqual(['leave'])
    parts.make = make
    await composing.recompose()
    expect(composing.inForce()).toEqual(['leave', 'seal'])
  })

  it('starts with what is shipped where designs that were in force before cannot be composed, and with them once they can', async () => {
    const breaking = new Set<string>()
    const { parts, publish, taken } = company(breaking)
    publish('leave')
    await recomposition(parts)
    breaking.add('leave')
    const restarted = await recomposition(parts)
    expect(restarted.inForce()).toEqual([])
    expect(taken).toEqual([])
    breaking.clear()
    await restarted.recompose()
    expect(restarted.inForce()).toEqual(['leave'])
  })

  it('starts with shipped forms where additions to them cannot be composed', async () => {
    const { parts } = company(new Set())
    const [shipped, inForce] = [formOf({}), formOf({ own: { kind: 'text', cn: '客户', en: 'Customer' } })]
    const module = definePlugin({ id: 'sample', forms: [inForce], resources: [] })
    const composing = await recomposition({
      ...parts,
      read: async () => ({ plugins: [module], designed: [], amended: [{ plugin: 'sample', shipped, inForce }] }),
      make: async ({ plugins }: ModulesInForce) => {
        const fields = plugins.flatMap(({ forms }) => forms.flatMap((form) => Object.keys(form.fields)))
        if (fields.includes('own')) throw new Error('a column stands twice')
        return fields
      },
    })
    expect(composing.inForce()).toEqual(['title'])
  })

  it('starts where even taking a publication back fails', async () => {
    const { parts, publish } = company(new Set(['broken']))
    publish('broken')
    const takeBack = async () => Promise.reject(new Error('connection lost'))
    const composing = await recomposition({ ...parts, publications: { ...parts.publications, takeBack } })
    expect(composing.inForce()).toEqual([])
  })

  it('is taken back once by two processes that try at the same time', async () => {
    const { parts, publish, taken } = company(new Set(['broken']))
    const [one, other] = await Promise.all([recomposition(parts), recomposition(parts)])
    publish('leave')
    publish('broken')
    await Promise.all([one.recompose(), other.recompose()])
    expect(taken).toEqual(['broken: a route stands twice'])
    expect([one.inForce(), other.inForce()]).toEqual([['leave'], ['leave']])
  })
})
