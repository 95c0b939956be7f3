import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import type { RoleDetail, RoleMenu } from '#plugins/system/role-wire.ts'
import { differences, type Draft, draftOf, requestOf } from './draft.ts'
import { rolePath, roles } from './roles.ts'
import { useRoleText } from './text.ts'

export type RoleEditing = ReturnType<typeof useRole>

/** A role while it is edited: everything that differs is saved together or reverted together. */
export function useRole(role: RoleDetail, menus: readonly RoleMenu[]) {
  const { t } = useRoleText()
  const http = useHttp()
  const client = useQueryClient()
  // What is edited is the role as it was read: somebody else's change must not pass for one's own.
  const [base, setBase] = useState(role)
  const [draft, setDraft] = useState<Draft>(() => draftOf(role))
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const different = differences(base, draft)
  const begin = (fresh: RoleDetail) => {
    setBase(fresh)
    setDraft(draftOf(fresh))
  }
  if (role.version !== base.version && different.length === 0) begin(role)
  useTabDirty(different.length > 0)
  const refresh = () => client.invalidateQueries({ queryKey: [roles] })
  return {
    role: base,
    draft,
    different,
    problem,
    isSaving,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    async revert() {
      setProblem(undefined)
      begin(role)
      await refresh()
    },
    async save() {
      if (draft.basics.nameCn.trim() === '') return setProblem(t('required', { label: t('nameCn') }))
      setIsSaving(true)
      setProblem(undefined)
      try {
        const { part, body } = requestOf(base, draft, menus)
        const saved = await http.put<RoleDetail>(`${rolePath}/${role.id}${part}`, body, { quiet: true })
        begin(saved)
        client.setQueryData([roles, 'one', role.id], saved)
        await refresh()
      } catch (error) {
        if (!isFailure(error)) throw error
        setProblem(error.kind === 'moved' ? t('changed') : error.fields.map(({ message }) => message).join(' ') || error.message)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
