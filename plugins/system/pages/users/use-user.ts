import { useQueryClient } from '@tanstack/react-query'
import { bilingual } from '#kernel/wording/names.ts'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { useUserText } from './text.ts'
import { entered, missing, sent, type UserField, userFields, type UserValue, valueOf } from './user-fields.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userPath, users } from './users.ts'

export interface Editing {
  readonly user: UserAnswer | undefined
  /** `password`: the one that nobody chose, of a new account. */
  onSaved(saved: { readonly name: string; readonly password: string | null }): void
}

/** An account while it is entered: its values, what is wrong with them, and how it is saved. */
export function useUser({ user, onSaved }: Editing) {
  const { t } = useUserText()
  const http = useHttp()
  const client = useQueryClient()
  const [value, setValue] = useState<UserValue>(() => valueOf(user))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusals, setRefusals] = useState(0)
  const [isSaving, setIsSaving] = useState(false)

  const refuse = (found: Readonly<Record<string, string>>) => {
    setProblems(found)
    setRefusals((before) => before + 1)
  }
  const set = (field: UserField, input: unknown) => {
    setValue((before) => entered(before, field, input))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field && name !== '')))
  }
  const send = async (): Promise<string | null> => {
    const quiet = { quiet: true } as const
    if (user) await http.put(`${userPath}/${user.id}`, sent(value, user), quiet)
    else return (await http.post<{ password?: string | null }>(userPath, sent(value, user), { ...quiet, adds: true })).password ?? null
    return null
  }
  const save = async () => {
    const empty = missing(value)
    if (empty.length > 0) return refuse(Object.fromEntries(empty.map((field) => [field, t('required', { label: bilingual(userFields[field]) })])))
    setIsSaving(true)
    try {
      onSaved({ name: String(value.nameCn), password: await send() })
    } catch (error) {
      if (!isFailure(error)) throw error
      refuse(error.kind === 'moved' ? { '': t('changed') } : placed(error.fields, error.message))
    } finally {
      setIsSaving(false)
      await client.invalidateQueries({ queryKey: [users] })
    }
  }
  return { value, set, save, isSaving, refusals, problemOf: (field: UserField | '') => problems[field] }
}

/** The server's sentences at their fields; what belongs to none stands above them. */
function placed(fields: readonly { readonly name: string; readonly message: string }[], message: string): Readonly<Record<string, string>> {
  const known = fields.map(({ name, message: said }) => [name.split('.')[0] ?? '', said] as const).filter(([name]) => name in userFields)
  return known.length > 0 ? Object.fromEntries(known) : { '': fields[0]?.message ?? message }
}
