import { useInvalidate } from '@refinedev/core'
import { download, upload } from '#providers/files.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useBackend } from '#shell/backend.ts'
import { refineName } from '#shell/resource/record.ts'
import { template } from '../template.ts'

export const path = '/system/template'

/** The calls of the page beside its list. */
export function useTemplateCalls() {
  const { http, session, reactions } = useBackend()
  const invalidate = useInvalidate()
  const anew = () => invalidate({ resource: refineName(template), invalidates: ['list'] })
  return {
    /** @throws HttpFailure naming each place that is wrong */
    async send(to: string, file: File, fields: Readonly<Record<string, string>> = {}): Promise<void> {
      const content = new FormData()
      for (const [name, value] of Object.entries(fields)) content.append(name, value)
      content.append('file', file, file.name)
      await upload({ path: to, content }, { token: () => session.token(), locale: currentLocale, reactions })
      await anew()
    },
    async restore(id: string, version: number): Promise<void> {
      await http.put(`${path}/${id}/restore`, { version }, { quiet: true })
      await anew()
    },
    fetchFile: (id: string, version?: number) =>
      download(http, { path: `${path}/${id}/file`, ...(version !== undefined && { body: { version } }) }).catch(() => undefined),
    fetchStarter: (businessType: string, language: string) =>
      download(http, { path: `${path}/starter`, body: { businessType, language } }).catch(() => undefined),
    fetchWorkbook: (target: string, language: string) =>
      download(http, { path: `${path}/importStarter`, body: { target, language } }).catch(() => undefined),
    notify: (text: string) => reactions.notify({ kind: 'success', text }),
  }
}
