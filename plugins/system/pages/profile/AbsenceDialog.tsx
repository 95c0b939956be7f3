import { useMemo } from 'react'
import { datetime, multiselect, person, toggle } from '#kernel/fields.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { type Delegation, delegationPath, profile, useProfileText } from './profile.ts'
import type { Process } from './use-processes.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

interface AbsenceDialogProps {
  readonly delegation: Delegation | 'new'
  readonly processes: readonly Process[]
  onClose(): void
}

/** Names a stand-in, or changes for when and what. */
export function AbsenceDialog({ delegation, processes, onClose }: AbsenceDialogProps) {
  const { t } = useProfileText()
  const known = delegation === 'new' ? undefined : delegation
  const fields = useMemo<readonly DialogField[]>(() => [
    { name: 'delegateId', field: person({ ...named('delegate'), required: true }) },
    { name: 'enable', field: toggle(named('enable')) },
    { name: 'startTime', field: datetime({ ...named('start'), required: true }) },
    { name: 'endTime', field: datetime({ ...named('end'), required: true }) },
    { name: 'businessTypes', field: multiselect({ ...named('processes'), options: processes, hint: named('processesHint'), span: 4 }) },
  ], [processes])
  const save = (entered: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    const value = { ...entered, businessTypes: entered['businessTypes'] ?? [] }
    return known
      ? http.put(delegationPath, { ...value, id: known.id, version: known.version }, { quiet: true })
      : http.post(delegationPath, value, { quiet: true, adds: true })
  }
  return (
    <FieldsDialog title={t(known ? 'editAbsence' : 'addAbsence')} fields={() => fields}
      start={known ? { ...known, delegateId: known.delegate.id } : { enable: true, businessTypes: [] }} touches={[[profile]]} save={save}
      onClose={onClose} />
  )
}
