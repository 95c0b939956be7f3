import { useCallback } from 'react'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { businessCard } from '../business-card.ts'
import { CardTile } from './CardTile.tsx'
import { SyncCards } from './SyncCards.tsx'
import './cards.css'

/** One's own business cards and those that others share, each seen as a card. */
export function CardsPage() {
  const me = useRead(reads.user)
  const tile = useCallback((record: StoredRecord, onEdit: () => void) => {
    const isOwn = record['ownerId'] === me?.id
    return <CardTile record={record} isOwn={isOwn} isMine={isOwn || me?.admin === true} onEdit={onEdit} />
  }, [me])
  return (
    <ResourcePage resource={businessCard} title={{ cn: '名片', en: 'Business cards' }} tile={tile} actions={<SyncCards />} fixed={owned} />
  )
}

/** The owner of a card is the person who creates it. */
const owned = { ownerId: null }
