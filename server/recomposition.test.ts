import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { definePlugin } from '#kernel/plugin.ts'
import type { DesignPublication } from './plugin.ts'
import { type ModulesInForce, recomposition } from './recomposition.ts'

const group = { id: 'designed', cn: '自建', en: 'Designed', sort: 1 }
const designedBy = (name: string) => definePlugin({ id: 'designed', formGroups: [{ ...group, en: name }], resources: [] })
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
})
