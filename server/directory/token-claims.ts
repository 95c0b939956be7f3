import type { Detail, KnownDirectory } from './foreign.ts'

type TokenClaim = Partial<Readonly<Record<Detail | 'userName', string>>> & {
  /** Of ours; absent for somebody new. */
  readonly owner?: string
}

/** The holders of user names, addresses, telephones and numbers; each belongs to one person. */
export interface TokenClaims {
  /** A locale key why somebody cannot have these; without one they are theirs from now on. */
  refusal(token: TokenClaim): string | undefined
}

/** The lengths of the columns. */
const longest: Readonly<Record<Detail, number>> = { name: 61, email: 100, phone: 11, jobNumber: 20, position: 60, positionLevel: 30 }

const unique = ['userName', 'email', 'phone', 'jobNumber'] as const

/**
 * Returns the claims on what one person alone may have: user name, mail, telephone, number. A claim that is granted counts for the next.
 */
export function tokenClaimsOf({ people, levels }: Pick<KnownDirectory, 'people' | 'levels'>): TokenClaims {
  const owners = new Map<string, string>(
    people.flatMap((person) =>
      unique.flatMap((
        key,
      ) => (person[key] !== null && (key === 'userName' || !person.deleted)
        ? [[`${key} ${person[key].toLowerCase()}`, person.id] as const]
        : [])
      )
    ),
  )
  return {
    refusal({ owner = '', ...claim }) {
      const tooLong = Object.entries(longest).find(([detail, length]) => (claim[detail as Detail]?.length ?? 0) > length)
      if (tooLong) return 'directory.tooLong'
      if (claim.positionLevel !== undefined && !levels.has(claim.positionLevel.toLowerCase())) return 'directory.level'
      const claimed = unique.flatMap((key) => (claim[key] === undefined ? [] : [`${key} ${claim[key].toLowerCase()}`]))
      if (claimed.some((text) => (owners.get(text) ?? owner) !== owner || (owner === '' && owners.has(text)))) return 'directory.taken'
      for (const text of claimed) owners.set(text, owner)
      return undefined
    },
  }
}
