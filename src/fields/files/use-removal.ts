import { useBackend } from '#shell/backend.ts'
import { useBackgroundCall } from '#shell/command/use-background-call.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'
import { isOthers } from './FileView.tsx'

interface UseRemovalOptions {
  readonly ids: readonly string[]
  readonly records: readonly (ReferenceCandidate | undefined)[]
  onChange(ids: readonly string[]): void
}

/**
 * Takes files out of a field. One that nothing holds goes altogether, after the server was asked; one of the document as it is filed stays
 * there until the field is.
 */
export function useRemoval({ ids, records, onChange }: UseRemovalOptions) {
  const { http, reactions } = useBackend()
  const inBackground = useBackgroundCall()
  const { t } = useFieldText()
  const recordOf = (id: string) => records[ids.indexOf(id)]
  const mayGo = async (id: string) => {
    if (recordOf(id)?.['document'] !== null) return true
    return http.get<boolean>('/oaserver/isDelFile', { id }, { quiet: true }).catch(() => true)
  }
  const remove = async (gone: readonly string[]) => {
    const allowed = await Promise.all(gone.map(mayGo))
    if (allowed.includes(false)) return reactions.notify({ kind: 'refused', text: t('notDeletable') })
    onChange(ids.filter((id) => !gone.includes(id)))
    const free = gone.filter((id) => recordOf(id)?.['document'] === null)
    // a file that stays behind is swept up by the server
    if (free.length > 0)
      await inBackground((to) => to.delete('/oaserver/attachment/deleteByIds', { ids: free.join(',') }, { quiet: true }))
  }
  return (gone: readonly string[]) => {
    if (gone.some((id) => isOthers(recordOf(id)))) return reactions.notify({ kind: 'warning', text: t('othersFiles') })
    void remove(gone)
  }
}
