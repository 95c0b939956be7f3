import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { useAsking } from '#shell/command/use-asking.tsx'
import { useRecordChanges } from '#shell/resource/record-changes.tsx'
import { download } from '#providers/files.ts'
import type { WritingHttp } from '#providers/http.ts'
import { template } from '../template.ts'
import { cn, en } from './texts.ts'

export const useTemplateText = definePartText<keyof typeof cn>({ cn, en })

export const path = '/system/template'

/** Calls of the page in addition to its list; the changing ones are to be run as commands. */
export function useTemplateCalls() {
  const http = useHttp()
  const { refresh } = useRecordChanges()
  const asking = useAsking()
  const { t } = useTemplateText()
  const anew = () => refresh(template)
  return {
    /** Uploads a file; refused with all problems, and asks for confirmation if contents of the file would be lost. */
    send: (path: string, file: File, fields: Readonly<Record<string, string>> = {}) => async (to: WritingHttp): Promise<void> => {
      const upload = (confirmed: readonly string[]) => {
        const content = new FormData()
        for (const [name, value] of Object.entries({ ...fields, ...(confirmed.length > 0 && { confirmed: 'true' }) }))
          content.append(name, value)
        content.append('file', file, file.name)
        return to.upload({ path, content })
      }
      await asking(upload, { title: t('losesAsk'), okText: t('losesYes'), throwsDeclined: true })
      await anew()
    },
    restore: (id: string, version: number) => async (to: WritingHttp): Promise<void> => {
      await to.put(`${path}/${id}/restore`, { version }, { quiet: true })
      await anew()
    },
    fetchFile: (id: string, version?: number) =>
      download(http, { path: `${path}/${id}/file`, ...(version !== undefined && { body: { version } }) }).catch(() => undefined),
    fetchStarter: (businessType: string, language: string) =>
      download(http, { path: `${path}/starter`, body: { businessType, language } }).catch(() => undefined),
    fetchWorkbook: (target: string, language: string) =>
      download(http, { path: `${path}/importStarter`, body: { target, language } }).catch(() => undefined),
  }
}
