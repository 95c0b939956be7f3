import { Input, InputNumber, Switch } from 'antd'
import { useId } from 'react'
import type { RoleEditor } from './use-role.ts'
import { useRoleText } from './text.ts'

/** Name and order of a role. */
export function BasicsTab({ editing: { role, draft, change }, canEdit }: { editing: RoleEditor; canEdit: boolean }) {
  const { t } = useRoleText()
  const id = useId()
  const { basics } = draft
  const set = (part: Partial<typeof basics>) => change({ basics: { ...basics, ...part } })
  return (
    <div className="oa-role-basics">
      <label htmlFor={`${id}-key`}>{t('key')}</label>
      <Input id={`${id}-key`} readOnly variant="filled" value={role.key} />
      <label htmlFor={`${id}-cn`}>{t('nameCn')}</label>
      <Input id={`${id}-cn`} disabled={!canEdit} maxLength={30} required aria-required value={basics.nameCn}
        onChange={({ target }) => set({ nameCn: target.value })} />
      <label htmlFor={`${id}-en`}>{t('nameEn')}</label>
      <Input id={`${id}-en`} disabled={!canEdit} maxLength={30} value={basics.nameEn}
        onChange={({ target }) => set({ nameEn: target.value })} />
      <label htmlFor={`${id}-sort`}>{t('sort')}</label>
      <InputNumber id={`${id}-sort`} disabled={!canEdit} min={0} max={99_999} precision={0} value={basics.sort}
        onChange={(sort) => set({ sort: sort ?? 0 })} />
      <label htmlFor={`${id}-on`}>{t('enabled')}</label>
      <span>
        <Switch id={`${id}-on`} size="small" disabled={!canEdit || role.builtIn} checked={basics.enable}
          onChange={(enable) => set({ enable })} />
      </span>
      <label htmlFor={`${id}-remark`}>{t('remark')}</label>
      <Input.TextArea id={`${id}-remark`} disabled={!canEdit} rows={2} maxLength={200} value={basics.remark}
        onChange={({ target }) => set({ remark: target.value })} />
      {role.builtIn && <p>{t('builtIn')}</p>}
    </div>
  )
}
