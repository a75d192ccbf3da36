// Marks tests that only the soak runs: rare cases, and proofs that another test gives in a smaller size.

export const IN_SOAK = { skip: process.env.SOAK ? false : 'npm run soak' }
