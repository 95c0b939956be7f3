import type { cn } from './cn.ts'

export const en = {
  sync: 'Sync cards',
  synced: 'Cards synced: {success} updated, {failed} failed',
  notSet: 'No source of collected cards is set up. Only your own card is updated, from the address book',
  my: 'My card',
  colleague: 'Colleague',
  syncFailed: 'Sync failed',
  syncedAt: 'Synced {time}',
  pictureOf: 'Card of {name}',
} satisfies Record<keyof typeof cn, string>
