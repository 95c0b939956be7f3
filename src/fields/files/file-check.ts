import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { fileFaults } from '#kernel/kinds/attachment.ts'
import { acceptsFile, refusedType } from '#kernel/values/file-name.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useFieldText } from '../text.ts'

/** Returns a function that checks a file before upload: the reason why the field refuses it, or undefined. */
export function useFileCheck(): (file: File, field: FieldDefinition) => string | undefined {
  const { t, any } = useFieldText()
  const whitelist = useWhitelist()
  return useCallback((file, field) => {
    if ((whitelist && !acceptsFile(file.name, whitelist)) || (acceptsFile(file.name, ['xml']) && !takesXml(field)))
      return t('fileType', refusedType(file.name, field.extensions ?? (whitelist ?? []).filter((type) => type !== 'xml')))
    const fault = fileFaults({ fileName: file.name, size: file.size }, field)[0]
    return fault && any(fault.code, { label: bilingual(field), ...fault.parameters })
  }, [whitelist, t, any])
}

/** Returns whether a field accepts XML, which has to be allowed explicitly (e.g. for e-invoices). */
export const takesXml = ({ extensions = [] }: FieldDefinition): boolean => extensions.includes('xml')

/** The extensions that the server accepts. */
function useWhitelist(): readonly string[] | undefined {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['fileWhitelist'],
    queryFn: () => http.get<readonly { value: string }[]>('/oaserver/fileWhitelist/list', undefined, { quiet: true }),
    staleTime: Infinity,
  })
  return data?.map(({ value }) => value)
}
