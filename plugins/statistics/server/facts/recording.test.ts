import { describe, expect, it } from 'vitest'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { statisticsPages } from '../testing-pages.ts'
import { factsOfDocuments } from './recording.ts'

const extension = factsOfDocuments(statisticsPages)

class QueryError extends Error {}

/** A step of a document whose database access throws. */
function stepOf(type: string, isChanged: boolean): DocumentStep {
  const value = {}
  const step = { form: { key: type }, document: { id: 'document' }, value, before: isChanged ? {} : value, at: new Date() }
  return Object.defineProperty(step, 'db', { get: () => {
    throw new QueryError('the database is asked')
  } }) as unknown as DocumentStep
}

/** Forms counted on completion, on filing, and on both. */
const [claim, trip, purchase] = ['expenseReimbursement', 'businessTrip', 'costBasedProcurement']

describe('an action asks the database about facts', () => {
  it.each([
    ['the filing', trip, extension.onSubmit, true],
    ['the filing', purchase, extension.onSubmit, true],
    ['a pass that changes it', trip, extension.onPass, true],
    ['the completion', claim, extension.onCompleted, true],
    ['the completion', purchase, extension.onCompleted, true],
    // recounted, because a page has the state as a dimension
    ['the completion', trip, extension.onCompleted, true],
    ['what is written into it', claim, extension.onFollowUp, true],
  ] as const)('at %s of %s', async (_, type, moment, isChanged) => {
    await expect((async () => moment?.(stepOf(type, isChanged)))()).rejects.toThrow(QueryError)
  })

  it.each([
    ['the filing', claim, extension.onSubmit, true],
    ['a pass that changes it', claim, extension.onPass, true],
    ['a pass that changes nothing', trip, extension.onPass, false],
  ] as const)('and not at %s of %s, whose facts are the same before and after', async (_, type, moment, isChanged) => {
    await expect((async () => moment?.(stepOf(type, isChanged)))()).resolves.toBeUndefined()
  })

  it('when it is taken back after its completion, and before it where its filing counts', async () => {
    const release = (type: string, wasCompleted: boolean) =>
      (async () => extension.onReleased?.(stepOf(type, false), 'refused', wasCompleted))()
    await expect(release(claim, true)).rejects.toThrow(QueryError)
    await expect(release(trip, false)).rejects.toThrow(QueryError)
    await expect(release(claim, false)).resolves.toBeUndefined()
  })
})
