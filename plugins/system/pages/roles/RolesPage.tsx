import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { useUnsavedQuestion } from '#shell/tabs/question.tsx'
import { canRole } from '#plugins/system/permissions.ts'
import type { Role } from '#plugins/system/role-wire.ts'
import { AddRoleDialog } from './AddRoleDialog.tsx'
import type { OpenGroups } from './permissions/PermissionMatrix.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleList } from './RoleList.tsx'
import { catalogueQuery, roleQuery, rolePath, roles, rolesQuery } from './roles.ts'
import { useRoleText } from './text.ts'
import './roles.css'

/** Roles left, the chosen one in the middle, how far it sees right; the address names which. */
export function RolesPage() {
  const { t } = useRoleText()
  const answer = useQuery(rolesQuery(useHttp()))
  if (answer.data) return <Roles all={answer.data} />
  return (
    <div className="oa-roles">
      <section className="oa-roles-list">
        <header>
          <h1>{t('title')}</h1>
        </header>
      </section>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <RowsSkeleton rows={10} columns={['18%', '50%', '24%']} />}
    </div>
  )
}

function Roles({ all }: { readonly all: readonly Role[] }) {
  const [added, setAdded] = useState<{ readonly like: Role | undefined }>()
  const opening = useState<ReadonlySet<string>>()
  const [parameters, setParameters] = useSearchParams()
  const ask = useUnsavedQuestion()
  const isDirty = useRef(false)
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const chosen = all.find(({ id }) => id === parameters.get('role')) ?? all[0]
  const go = (id: string | undefined) => setParameters(id === undefined ? {} : { role: id }, { replace: true })
  const choose = async (id: string) => {
    if (id !== chosen?.id && (!isDirty.current || (await ask({})))) go(id)
  }
  return (
    <div className="oa-roles">
      <RoleList all={all} chosen={chosen?.id} onChoose={(id) => void choose(id)}
        onAdd={may(canRole.add) ? () => setAdded({ like: undefined }) : undefined} />
      {chosen && (
        <Chosen key={chosen.id} role={chosen} all={all} opening={opening} onDirty={setDirty} onCopy={() => setAdded({ like: chosen })}
          onRemoved={() => go(undefined)} />
      )}
      {added && (
        <AddRoleDialog like={added.like} onClose={() => setAdded(undefined)} onAdded={(id) => {
          setAdded(undefined)
          go(id)
        }} />
      )}
    </div>
  )
}

interface ChosenProps {
  readonly role: Role
  readonly all: readonly Role[]
  /** The groups of permissions that are unfolded stay so from role to role. */
  readonly opening: OpenGroups
  onDirty(isDirty: boolean): void
  onCopy(): void
  onRemoved(): void
}

function Chosen({ role, all, opening, onDirty, onCopy, onRemoved }: ChosenProps) {
  const { t, name } = useRoleText()
  const http = useHttp()
  const { run } = useCommand({ touches: [[roles, 'list']] })
  const dialogs = useDialogs()
  const detail = useQuery(roleQuery(http, role.id))
  const catalogue = useQuery(catalogueQuery(http))
  const failed = [detail, catalogue].find(({ isError }) => isError)
  const remove = async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('removeAsk', { name: name(role.name) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      // the question goes away either way
      onOk: () => run((client) => client.delete(`${rolePath}/${role.id}`).then(onRemoved)),
    })
  }
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!detail.data || !catalogue.data) return <RowsSkeleton rows={10} columns={['30%', '40%', '20%']} />
  return (
    <RoleEditor role={detail.data} all={all} catalogue={catalogue.data} opening={opening} onDirty={onDirty} onCopy={onCopy}
      onRemove={() => void remove()} />
  )
}
