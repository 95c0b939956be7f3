/** Rights on filed documents beyond adding, viewing and exporting them. */
export const can = {
  /** Voids proposals, which the general permission does not cover. */
  voidProposal: 'proposal_apply_abandoned',
} as const
