// Texts of the page of charges that could not be made.

export const missed = {
  title: 'Missed charges',
  lead: 'What should have been charged and could not be. Nothing here is on an account until an admin charges it.',
  emptyTitle: 'Nothing is missed',
  empty: 'Everything that arose was charged.',
  state: 'State',
  open: 'Open',
  charged: 'Charged',
  dismissed: 'Dismissed',
  withdrawn: 'Withdrawn',
  for: 'For',
  why: 'Why',
  since: 'Since',
  decide: 'Decide',
  charge: 'Charge now',
  isCharged: 'It is charged.',
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss this charge?',
  reason: 'Reason',
  isDismissed: 'The charge is dismissed.',
} as const
