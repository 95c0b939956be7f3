import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import { cn as kernelCn } from '#kernel/locales/cn.ts'
import { en as kernelEn } from '#kernel/locales/en.ts'
import { memoize } from '#kernel/memoize.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type FindText, textFinder } from '#kernel/wording/translate.ts'
import { cn as attachmentsCn, en as attachmentsEn } from './attachments/texts.ts'
import { directoryTexts } from './directory/texts.ts'
import { cn as documentsCn, en as documentsEn } from './documents/texts.ts'
import { cn as importsCn, en as importsEn } from './imports/texts.ts'
import { identityTexts } from './identity/texts.ts'
import { cn, en } from './texts.ts'
import { cn as workbooksCn, en as workbooksEn } from './workbooks/texts.ts'
import { cn as messagesCn, en as messagesEn } from './messages/texts.ts'
import { cn as printsCn, en as printsEn } from './prints/texts.ts'

/** Finds texts of the server; the host's own override a module's. Made once for each composition. */
export const serverMessages: (plugins: readonly Plugin[]) => FindText = memoize((plugins) =>
  textFinder(
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
)
