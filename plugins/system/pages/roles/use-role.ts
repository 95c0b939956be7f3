import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import type { RoleDetail, RoleMenu } from '#plugins/system/role-wire.ts'
import { differences, type RoleDraft, draftOf, requestOf } from './draft.ts'
import { rolePath, roles } from './roles.ts'
import { useRoleText } from './text.ts'

export type RoleEditor = ReturnType<typeof useRole>

/** Draft of a role; all differences are saved or reverted together. */
export function useRole(role: RoleDetail, menus: readonly RoleMenu[]) {
  const { t } = useRoleText()
  const client = useQueryClient()
  // the draft is compared with the role as loaded, so that changes by others do not count as own
  const [base, setBase] = useState(role)
  const [draft, setDraft] = useState<RoleDraft>(() => draftOf(role))
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({ touches: [[roles]], moved: t('changed'),
    place: () => '' })
  const different = differences(base, draft)
  const begin = (fresh: RoleDetail) => {
    setBase(fresh)
    setDraft(draftOf(fresh))
  }
  if (role.version !== base.version && different.length === 0) begin(role)
  useTabDirty(different.length > 0)
  return {
    role: base,
    draft,
    different,
    problem,
    isSaving: isPending,
    change: (part: Partial<RoleDraft>) => setDraft((before) => ({ ...before, ...part })),
    async revert() {
      setProblems({})
      begin(role)
      await client.invalidateQueries({ queryKey: [roles] })
    },
    async save() {
      if (draft.basics.nameCn.trim() === '') return setProblems({ '': t('required', { label: t('nameCn') }) })
      const { part, body } = requestOf(base, draft, menus)
      await run(async (http) => {
        const saved = await http.put<RoleDetail>(`${rolePath}/${role.id}${part}`, body, { quiet: true })
        begin(saved)
        client.setQueryData([roles, 'one', role.id], saved)
      })
    },
  }
}
