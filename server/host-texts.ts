import approvalCn from '../src/approval/locales/cn.ts'
import approvalEn from '../src/approval/locales/en.ts'
import type { Plugin } from '../src/kernel/plugin.ts'
import attachmentsCn from './attachments/locales/cn.ts'
import attachmentsEn from './attachments/locales/en.ts'
import documentsCn from './documents/locales/cn.ts'
import documentsEn from './documents/locales/en.ts'
import { type FindText, textFinder } from './http/texts.ts'
import { identityTexts } from './identity/texts.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

/** Finds every sentence that the server may say: the host's own first, then the modules'. */
export function hostTexts(plugins: readonly Plugin[]): FindText {
  return textFinder([
    { cn, en },
    { cn: approvalCn, en: approvalEn },
    { cn: documentsCn, en: documentsEn },
    { cn: attachmentsCn, en: attachmentsEn },
    identityTexts,
    ...plugins.map(({ locales }) => locales),
  ])
}
