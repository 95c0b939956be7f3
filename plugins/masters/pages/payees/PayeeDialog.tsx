import { HttpFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { currency, select, text } from '#kernel/fields.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { isDoubtful, payeePath, payees, usePayeeText } from './payees.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

const fields: readonly DialogField[] = [
  { name: 'proceedsName', field: text({ ...named('proceedsName'), required: true, max: 100 }) },
  { name: 'proceedsAccount', field: text({ ...named('proceedsAccount'), required: true, max: 40 }) },
  { name: 'proceedsAccountType',
    field: select({ ...named('proceedsAccountType'), required: true,
      options: [{ value: '2', ...named('personal') }, { value: '1', ...named('corporate') }] }) },
  { name: 'currencyType', field: currency({ ...named('currencyType'), required: true }) },
  { name: 'bankName', field: text({ ...named('bankName'), required: true, max: 100 }) },
  { name: 'bankBranchNo', field: text({ ...named('bankBranchNo'), max: 12, hint: named('branchHint') }) },
  { name: 'swiftNumber', field: text({ ...named('swiftNumber'), max: 11, hint: named('swiftHint') }) },
  { name: 'bankAddress', field: text({ ...named('bankAddress'), max: 200 }) },
]

/** Adds an account of the person's own; a card number that fails its sum is asked about first. */
export function PayeeDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { t } = usePayeeText()
  const dialogs = useDialogs()
  const save = async (value: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    if (isDoubtful(value)) {
      const { confirm } = await dialogs()
      const isSure = await confirm({ title: t('luhnAsk'), okText: t('luhnYes'), cancelText: t('cancel'), autoFocusButton: 'cancel' })
      if (!isSure)
        throw new HttpFailure({ kind: 'refused', code: 0, message: t('luhnField'),
          data: { fields: [{ name: 'proceedsAccount', message: t('luhnField') }] } })
    }
    await http.post(`${payeePath}/save`,
      Object.fromEntries(Object.entries(value).filter(([, entered]) => entered !== null && entered !== '')), { quiet: true })
  }
  return (
    <FieldsDialog title={t('add')} fields={() => fields} start={{ proceedsName: name, proceedsAccountType: '2', currencyType: 'CNY' }}
      touches={[[payees]]} save={save} onClose={onClose} />
  )
}
