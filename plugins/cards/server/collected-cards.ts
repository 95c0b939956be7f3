import { z } from 'zod'
import type { Env } from '#server/env.ts'
import { type Outbound, outbound } from '#server/outbound/outbound.ts'
import { mobilePattern } from '../business-card.ts'
import { cardSettings } from './settings.ts'

const optional = (longest: number) => z.string().trim().max(longest).nullish()

/** A card as the chat app tells it. */
const collectedCard = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(30),
  nameEn: optional(30),
  company: z.string().trim().min(1).max(100),
  companyEn: optional(100),
  department: optional(50),
  position: optional(50),
  mobile: z.string().trim().regex(new RegExp(mobilePattern)),
  tel: optional(25),
  email: optional(100),
  wechat: optional(50),
  address: optional(200),
})

export type CollectedCard = z.output<typeof collectedCard>

/** A card that can be kept here, or the id of one that cannot. */
export type CollectedItem = { readonly card: CollectedCard } | { readonly refused: string | undefined }

/** Most cards of one person. */
const most = 2_000

const answer = z.object({ cards: z.array(z.unknown()).max(most) })

/**
 * The cards that somebody collected in the chat app; none where it is not set up.
 * @throws Error where it gives no answer that can be read
 */
export async function collectedCards(env: Env, userName: string, ask?: Outbound): Promise<readonly CollectedItem[]> {
  const settings = cardSettings(env)
  if (!settings) return []
  const url = new URL(`${settings.url}/cards`)
  url.searchParams.set('user', userName)
  const send = ask ?? outbound({ allow: [settings.url] })
  const { status, body } = await send({ url, headers: { accept: 'application/json', authorization: `Bearer ${settings.token}` } })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return answer.parse(JSON.parse(body.toString('utf8'))).cards.map(readCard)
}

const identified = z.object({ id: z.string().min(1).max(64) })

function readCard(answer: unknown): CollectedItem {
  const card = collectedCard.safeParse(answer)
  return card.success ? { card: card.data } : { refused: identified.safeParse(answer).data?.id }
}
