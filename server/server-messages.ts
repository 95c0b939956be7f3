import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import { cn as kernelCn } from '#kernel/locales/cn.ts'
import { en as kernelEn } from '#kernel/locales/en.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type FindText, textFinder } from '#kernel/wording/translate.ts'
import attachmentsCn from './attachments/locales/cn.ts'
import attachmentsEn from './attachments/locales/en.ts'
import { directoryTexts } from './directory/texts.ts'
import documentsCn from './documents/locales/cn.ts'
import documentsEn from './documents/locales/en.ts'
import importsCn from './imports/locales/cn.ts'
import importsEn from './imports/locales/en.ts'
import { identityTexts } from './identity/texts.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import workbooksCn from './workbooks/locales/cn.ts'
import workbooksEn from './workbooks/locales/en.ts'
import messagesCn from './messages/locales/cn.ts'
import messagesEn from './messages/locales/en.ts'
import printsCn from './prints/locales/cn.ts'
import printsEn from './prints/locales/en.ts'

/** Finds texts of the server; the host's own override a module's. */
export function serverMessages(plugins: readonly Plugin[]): FindText {
  return textFinder(
    ...plugins.map(({ locales }) => locales),
    identityTexts,
    directoryTexts,
    { cn: attachmentsCn, en: attachmentsEn },
    { cn: workbooksCn, en: workbooksEn },
    { cn: importsCn, en: importsEn },
    { cn: documentsCn, en: documentsEn },
    { cn: messagesCn, en: messagesEn },
    { cn: printsCn, en: printsEn },
    { cn: approvalCn, en: approvalEn },
    { cn: kernelCn, en: kernelEn },
    { cn, en },
  )
}
