import { bilingual } from '#kernel/wording/names.ts'
import { useState } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useUserText } from './text.ts'
import { entered, missing, sent, type UserField, userFields, type UserValue, valueOf } from './user-fields.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userPath, users } from './users.ts'

export interface UseUserOptions {
  readonly user: UserAnswer | undefined
  /** `password`: the one that nobody chose, of a new account. */
  onSaved(saved: { readonly name: string; readonly password: string | null }): void
}

/** An account while it is entered: its values, what is wrong with them, and how it is saved. */
export function useUser({ user, onSaved }: UseUserOptions) {
  const { t } = useUserText()
  const [value, setValue] = useState<UserValue>(() => valueOf(user))
  const [refusals, setRefusals] = useState(0)
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[users]], moved: t('changed'), place: fieldOf })
  const set = (field: UserField, input: unknown) => {
    setValue((before) => entered(before, field, input))
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field && name !== '')))
  }
  const send = async (http: WritingHttp): Promise<string | null> => {
    const quiet = { quiet: true } as const
    if (user) await http.put(`${userPath}/${user.id}`, sent(value, user), quiet)
    else return (await http.post<{ password?: string | null }>(userPath, sent(value, user), { ...quiet, adds: true })).password ?? null
    return null
  }
  const save = async () => {
    const empty = missing(value)
    if (empty.length > 0)
      setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: bilingual(userFields[field]) })])))
    const isSaved = empty.length === 0 && (await run(send, (password) => onSaved({ name: String(value.nameCn), password })))
    if (!isSaved) setRefusals((before) => before + 1)
  }
  return { value, set, save, isSaving: isPending, refusals, problemOf: (field: UserField | '') => problems[field] }
}

/** The field of the dialog that a problem is about (`roleIds.1`); '' for none. */
function fieldOf(name: string): string {
  const [field = ''] = name.split('.')
  return field in userFields ? field : ''
}
