import { bilingual } from '#kernel/wording/names.ts'
import type { PostingCall, PostingOutcome } from '#server/postings/posting.ts'
import { postingPaths } from '../calls.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import { sapClient } from './client.ts'
import { SapFailure, type SapFailureKind } from './failure.ts'
import { postingRefusals } from './posting-refusals.ts'
import { isSapSet } from './settings.ts'
import { postedRecord } from './wire.ts'

/** Posts to one path of the gateway; the key is the reference by which SAP knows the line. */
const postTo = (path: string): PostingCall => ({
  system: { cn: 'SAP', en: 'SAP' },
  refusals: postingRefusals,
  isSet: isSapSet,
  async send({ env }, { key, body }) {
    try {
      const { number, message } = await sapClient(env).post(path, { reference: key, ...(body as object) }, { shape: postedRecord, key })
      return { outcome: 'posted', number, ...(message !== '' && { message }) }
    } catch (error) {
      if (error instanceof SapFailure) return outcomeOf(error)
      throw error
    }
  },
})

/** A record that SAP does not know is refused; where no gateway is set up any more, nothing was done. */
function outcomeOf({ kind, text, about }: SapFailure): PostingOutcome {
  if (kind === 'mute') return { outcome: 'unknown' }
  const message = text || wordsFor(kind)
  return kind === 'busy' || kind === 'notSet' ? { outcome: 'busy', message, ...about } : { outcome: 'refused', message, ...about }
}

const words: Partial<Record<SapFailureKind, 'sap.notSet' | 'sap.missing' | 'sap.mute'>> = { notSet: 'sap.notSet', missing: 'sap.missing' }

function wordsFor(kind: SapFailureKind): string {
  const key = words[kind] ?? 'sap.mute'
  return bilingual({ cn: cn[key], en: en[key] })
}

/** The postings of forms to SAP. */
export const sapPostingCalls: Readonly<Record<string, PostingCall>> = Object.fromEntries(
  Object.entries(postingPaths).map(([name, path]) => [name, postTo(path)]),
)
