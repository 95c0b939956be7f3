import type cn from './cn.ts'

export default {
  'cards.nameNeeded': 'Please enter the Chinese or the English name',
  'cards.personalExists': 'You already have a personal card',
  'cards.exists': 'The card exists, overwrite?',
  'cards.bothLinked': 'Cannot link both',
  'cards.notYours': 'You can only change or delete your own cards',
  'cards.syncFailed': 'Synchronization failed, please try again later',
  'cards.syncDone': '{added} added, {changed} updated, {failed} failed',
} satisfies Record<keyof typeof cn, string>
