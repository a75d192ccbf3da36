// Equivalent mutants in flows about prices, quotes and storage.

export const IN_PRICE_FLOWS = [
  {
    file: 'list-ageing.ts',
    line: 'const days = (await storageDays(deps.db)).filter((each) => each.mode === mode && (businessId ?? each.business.id) === each.business.id)',
    from: 'businessId ??',
    to: '',
    because: 'the list has only what is of that business; the dates of others are not looked at',
  },
  {
    file: 'list-ageing.ts',
    line: 'const aged = await listByAge(deps.db, filter, after, limit + 1)',
    from: '1',
    to: '2',
    because: 'two more than a page say as well as one that there is a next page',
  },
  {
    file: 'remind-storage.ts',
    line: 'const PACKAGES_AT_ONCE = 100',
    from: '100',
    to: '101',
    because: 'how many are read at once does not change the result',
  },
  {
    file: 'remind-storage.ts',
    line: 'if (!(await reminders.hasUndatedPackages(deps.db, caller))) return',
    from: '!(await reminders.hasUndatedPackages(deps.db, caller))',
    to: 'false',
    because: 'counted again, the last free days are those that are stored; it only saves the work',
  },
  {
    file: 'publish-card.ts',
    line: '.filter(isPublished)',
    from: '.filter(isPublished)',
    to: '',
    because: 'a version that is not published has no beginning, hence none that is later; the types do not know',
  },
  {
    file: 'create-quote.ts',
    line: "if (!draft) throw new Error('a request without problems has a draft')",
    from: '!draft',
    to: 'false',
    because: 'guards a state that cannot be reached through the API: a request without a problem is a draft',
  },
  {
    file: 'create-quote.ts',
    line: "if (!draft) throw new Error('a request without problems has a draft')",
    from: "throw new Error('a request without problems has a draft')",
    to: ';',
    because: 'guards a state that cannot be reached through the API: a request without a problem is a draft',
  },
  {
    file: 'import-card.ts',
    line: 'const replaced = versions.find(isDraft) ?? null',
    from: '?? null',
    to: '',
    because: 'callers only check whether there is one',
  },
  {
    file: 'shadow-prices.ts',
    line: 'const total = isTooMuch ? await count(period) : quotesInPeriod',
    from: 'isTooMuch',
    to: 'true',
    because: 'the whole period counted again has as many quotes; it only saves the work',
  },
  {
    file: 'shadow-prices.ts',
    line: 'const published = (await rateCards.listVersions(view)).filter(isPublished)',
    from: '.filter(isPublished)',
    to: '',
    because: 'a version that is not published is never in force, and priced no quote; the types do not know',
  },
  {
    file: 'finalise-price.ts',
    line: 'if (quote === null || quote.selectedRate === null) return null',
    from: 'quote === null || quote.selectedRate === null',
    to: 'false',
    because:
      'guards a state that cannot be reached through the API: a package without a quote has come as a whole, and a second receipt is refused',
  },
  {
    file: 'finalise-price.ts',
    line: 'if (quote === null || quote.selectedRate === null) return null',
    from: '||',
    to: '&&',
    because:
      'guards a state that cannot be reached through the API: a package without a quote has come as a whole, and a second receipt is refused',
  },
  {
    file: 'finalise-price.ts',
    line: "if (card === null) throw new Error('only cards price imports and ocean')",
    from: 'card === null',
    to: 'false',
    because:
      'guards a state that cannot be reached through the API: only export by air, whose price no measurement changes, is priced without a card',
  },
  {
    file: 'finalise-price.ts',
    line: "if (card === null) throw new Error('only cards price imports and ocean')",
    from: "throw new Error('only cards price imports and ocean')",
    to: ';',
    because:
      'guards a state that cannot be reached through the API: only export by air, whose price no measurement changes, is priced without a card',
  },
]
