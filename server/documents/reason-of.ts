import type { MeaningfulError } from '#kernel/errors.ts'
import type { EngineReason } from '#kernel/flow/design.ts'
import type { Host } from '#server/host.ts'
import { serverMessages } from '#server/server-messages.ts'

/** The reason of an error for an answer about several things, as a sentence in both languages. */
export function reasonOf({ plugins }: Pick<Host, 'plugins'>,
  { code, parameters }: Pick<MeaningfulError, 'code' | 'parameters'>): EngineReason {
  const find = serverMessages(plugins)
  const sentence = (locale: 'cn' | 'en') => find(code, parameters, locale) ?? code
  return { code, parameters, message: { cn: sentence('cn'), en: sentence('en') } }
}
