import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { UnitDetail } from '#plugins/system/unit-wire.ts'
import { useOrganisationText } from './text.ts'

export type UnitAct = 'edit' | 'addBelow' | 'move' | 'disable' | 'enable' | 'remove'

/** The actions of the caller on a unit. */
export function UnitActions({ unit, onAct }: { unit: UnitDetail; onAct(act: UnitAct): void }) {
  const { t } = useOrganisationText()
  const canEdit = may(canOrganisation.edit)
  return (
    <span className="oa-unit-actions">
      {canEdit && <Button onClick={() => onAct('edit')}>{t('edit')}</Button>}
      {may(canOrganisation.add) && unit.enable && <Button onClick={() => onAct('addBelow')}>{t('addBelow')}</Button>}
      {canEdit && <Button type="text" onClick={() => onAct('move')}>{t('moveTo')}</Button>}
      {canEdit && (
        <Button type="text" onClick={() => onAct(unit.enable ? 'disable' : 'enable')}>{t(unit.enable ? 'disable' : 'enable')}</Button>
      )}
      {may(canOrganisation.delete) && <Button type="text" danger onClick={() => onAct('remove')}>{t('remove')}</Button>}
    </span>
  )
}
