import { useState } from 'react'
import type { UnitNode } from '#plugins/system/unit-wire.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { changesParent, type TreeMove } from '../tree/moves.ts'
import { path } from './calls.ts'
import { unitsIn } from './narrow.ts'
import type { OrganisationChange } from './OrganisationDialogs.tsx'
import { useOrganisationText } from './text.ts'
import { unitQueries } from './unit-queries.ts'

/** An order among siblings is changed at once; a new parent is asked about, with what rests on the unit. */
export function useMoving(tree: readonly UnitNode[], ask: (change: OrganisationChange) => void) {
  const { t, name } = useOrganisationText()
  const { run } = useCommand({ touches: unitQueries })
  const [announcement, setAnnouncement] = useState('')
  const move = (order: TreeMove) => {
    const unit = unitsIn(tree).find(({ id }) => id === order.id)
    if (!unit?.isKept) return
    if (changesParent(tree, order)) return ask({ act: 'drop', unit, move: order })
    void run((http) => http.put(`${path}/sort`, order), () => setAnnouncement(t('moved', { name: name(unit.name) })))
  }
  return { move, announcement }
}
