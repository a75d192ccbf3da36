// The command line: all commands and their options.

import { Command } from 'commander'
import { complain, outputTo } from './commands/output.ts'
import { Rejection } from './domain/values/errors.ts'
import { StoreRefused } from './platform/engine/db.ts'
import { ConfigError, NEEDS_A_PERSON } from './settings.ts'
import { VERSION } from './version.ts'

const program = new Command('waybill')
  .description('Quotes, books, receives and tracks air and ocean parcel freight.')
  .version(VERSION)
  // Wrong usage, such as a misspelt option, ends with an exit code that tells service managers not to restart the program.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : NEEDS_A_PERSON))

/**
 * Adds a command with the option --json. The module of a command is imported only when the command is called. The program therefore starts
 * quickly.
 */
const command = (parent: Command, usage: string, description: string): Command =>
  parent.command(usage).description(description).option('--json', 'print JSON')

program
  .command('serve')
  .description('run the server')
  .option('--workers <count>', 'how many processes share the port and the store', '1')
  .action(async (options) => (await import('./commands/serve.ts')).serve(options))

const business = program.command('business').description('client businesses')
command(business, 'create', 'create a business and print its id')
  .requiredOption('--name <name>', 'its name')
  .requiredOption('--prefix <letters>', 'two to six letters that open its customer IDs')
  .option('--last-mile', 'imports are delivered to the customer’s own address')
  .option('--parcel-customer-account', 'imports must name a parcel customer')
  .action(async (options) => (await import('./commands/businesses.ts')).runBusinessCreate(outputTo(options.json), options))
command(business, 'list', 'list businesses').action(async (options) =>
  (await import('./commands/businesses.ts')).runBusinessList(outputTo(options.json)),
)

command(program, 'demo-data', 'fill the empty test mode of a business with a made-up month')
  .requiredOption('--business <id-or-prefix>', 'whose test mode')
  .action(async (options) => (await import('./commands/demo-data.ts')).runDemoData(outputTo(options.json), options))

const keys = program.command('keys').description('API keys')
command(keys, 'create', 'issue a key and print it, this once')
  .requiredOption('--business <id-or-prefix>', 'whose key')
  .requiredOption('--mode <mode>', 'test or live')
  .option('--label <text>', 'to recognise it by')
  .option('--scope <scope>', 'full, or quote: prices cargo, and books nothing', 'full')
  .action(async (options) => (await import('./commands/businesses.ts')).runKeysCreate(outputTo(options.json), options))
command(keys, 'list', 'list keys')
  .option('--business <id-or-prefix>', 'of this business only')
  .action(async (options) => (await import('./commands/businesses.ts')).runKeysList(outputTo(options.json), options))
command(keys, 'revoke <key-id>', 'revoke a key at once').action(async (id, options) =>
  (await import('./commands/businesses.ts')).runKeysRevoke(outputTo(options.json), id),
)

const members = program.command('members').description('people of client businesses, who sign in to the portal')
command(members, 'add', 'invite a person, and print a link that signs in once')
  .requiredOption('--business <id-or-prefix>', 'whose person')
  .requiredOption('--email <address>', 'where codes to sign in are sent')
  .requiredOption('--name <name>', 'the person’s name')
  .option('--role <role>', 'owner, clerk, accountant or developer', 'owner')
  .action(async (options) => (await import('./commands/members.ts')).runMembersAdd(outputTo(options.json), options))
command(members, 'list', 'list the people of a business')
  .requiredOption('--business <id-or-prefix>', 'whose people')
  .action(async (options) => (await import('./commands/members.ts')).runMembersList(outputTo(options.json), options))
command(members, 'remove <member-id>', 'remove a person at once')
  .requiredOption('--business <id-or-prefix>', 'whose person')
  .action(async (id, options) => (await import('./commands/members.ts')).runMembersRemove(outputTo(options.json), id, options))

const staff = program.command('staff').description('the operator’s staff')
command(staff, 'setup-link', 'make a link that creates an admin, once; it replaces the earlier link').action(async (options) =>
  (await import('./commands/staff.ts')).runStaffSetupLink(outputTo(options.json)),
)

const cards = program.command('cards').description('rate cards')
command(cards, 'list', 'list cards: which version is in force, which comes next, which is a draft').action(async (options) =>
  (await import('./commands/pricing/cards.ts')).runCardsList(outputTo(options.json)),
)
command(cards, 'show <card>', 'show a card (id or id@version) and the history of its versions').action(async (card, options) =>
  (await import('./commands/pricing/cards.ts')).runCardsShow(outputTo(options.json), card),
)
command(cards, 'export <card>', 'write a card as CSV: the version in force, or the one named as id@version')
  .option('--output <file>', 'a file to write; else standard output')
  .option('--force', 'overwrite the file')
  .action(async (card, options) => (await import('./commands/pricing/cards.ts')).runCardsExport(outputTo(options.json), card, options))
command(cards, 'validate <file>', 'check a card file, and list every mistake with its row and column')
  .option('--kind <kind>', 'export_air, import_air, ocean_import or ocean_export; else what the file says')
  .action(async (file, options) => (await import('./commands/pricing/cards.ts')).runCardsValidate(outputTo(options.json), file, options))
command(cards, 'diff <card> [other]', 'what differs in a file, another id@version, or (by default) the card’s draft').action(
  async (card, other, options) => (await import('./commands/pricing/cards.ts')).runCardsDiff(outputTo(options.json), card, other),
)
command(cards, 'import <file>', 'take a card file in as a draft')
  .requiredOption('--id <card>', 'which card; a new id makes a new card')
  .option('--kind <kind>', 'needed for a new card')
  .option('--business <id-or-prefix>', 'a new card for this business alone, before the operator’s own')
  .option('--replace', 'discard the draft that is there already')
  .action(async (file, options) => (await import('./commands/pricing/cards.ts')).runCardsImport(outputTo(options.json), file, options))
command(cards, 'publish <card>', 'publish the draft (or id@version) for good')
  .option('--from <time>', 'when it takes effect: now or later, such as 2027-01-01T00:00:00+01:00', 'now')
  .action(async (card, options) => (await import('./commands/pricing/cards.ts')).runCardsPublish(outputTo(options.json), card, options))
command(cards, 'discard <card>', 'discard the draft').action(async (card, options) =>
  (await import('./commands/pricing/cards.ts')).runCardsDiscard(outputTo(options.json), card),
)

const fx = program.command('fx').description('exchange rates')
command(fx, 'set <pair> <rate>', 'set a rate, such as USD/NGN 1450')
  .requiredOption('--source <text>', 'where the rate is from')
  .option('--from <time>', 'when it takes effect: now or later', 'now')
  .option('--confirm', 'a change of more than 50 % is meant')
  .action(async (pair, rate, options) => (await import('./commands/pricing/fx.ts')).runFxSet(outputTo(options.json), pair, rate, options))
command(fx, 'list', 'list rates, and which are in force').action(async (options) =>
  (await import('./commands/pricing/fx.ts')).runFxList(outputTo(options.json)),
)

const shadow = (parent: Command, usage: string, description: string): Command =>
  command(parent, usage, description)
    .option('--since <time>', '30d, 12h, 4w ago, or a time', '30d')
    .option('--until <time>', 'likewise; else up to now')
    .option('--mode <mode>', 'live or test quotes', 'live')
    .option('--format <format>', 'table, csv or json', 'table')
shadow(cards, 'shadow [card]', 're-price past quotes with a draft (or id@version), and report what would change')
  .option('--fx <pair=rate>', 'with this exchange rate, such as USD/NGN=1500; alone or with a card')
  .action(async (card, options) => (await import('./commands/shadow/shadow.ts')).runShadow(card, options))
shadow(fx, 'shadow <pair=rate>', 're-price past quotes with an exchange rate, such as USD/NGN=1500').action(async (rate, options) =>
  (await import('./commands/shadow/shadow.ts')).runShadow(undefined, { ...options, fx: rate }),
)

const terms = program.command('terms').description('what is agreed with a business')
command(terms, 'set', 'change terms; options that are not given keep their values')
  .requiredOption('--business <id-or-prefix>', 'with whom')
  .option('--markup <percent>', 'added to the operator’s cards')
  .option('--free-days <days>', 'of storage')
  .option('--daily-rate <amount>', 'of storage, per square metre')
  .option('--currency <code>', 'of the daily rate')
  .option('--invoicing <when>', 'manual, package, shipment, weekly or monthly')
  .option('--bill-to <whom>', 'business or customer')
  .option('--due-days <days>', 'until an invoice is due')
  .option('--release <when>', 'what must be paid: none, before_departure or before_delivery')
  .option('--credit-limit <naira>', 'what a payer may owe without anything being stopped')
  .option('--from <time>', 'when they take effect: now or later', 'now')
  .action(async (options) => (await import('./commands/terms.ts')).runTermsSet(outputTo(options.json), options))
command(terms, 'list', 'list the terms agreed with a business')
  .requiredOption('--business <id-or-prefix>', 'with whom')
  .action(async (options) => (await import('./commands/terms.ts')).runTermsList(outputTo(options.json), options))

const warehouse = program.command('warehouse').description('the operator’s warehouses')
command(warehouse, 'set', 'set the address of the warehouse in a country; China’s is where imports come from')
  .requiredOption('--country <country>', 'its code or English name')
  .requiredOption('--street <text>', 'street and number')
  .requiredOption('--city <text>', 'city')
  .option('--state <text>', 'state or province')
  .option('--postal-code <text>', 'postal code')
  .action(async (options) => (await import('./commands/pricing/warehouses.ts')).runWarehouseSet(outputTo(options.json), options))
command(warehouse, 'list', 'list warehouses').action(async (options) =>
  (await import('./commands/pricing/warehouses.ts')).runWarehouseList(outputTo(options.json)),
)

program
  .command('paystack-simulator')
  .description('run a simulated Paystack, which takes no money')
  .option('--port <port>', 'to listen on; a free one by default', '0')
  .requiredOption('--secret-key <key>', 'that Waybill is given, such as sk_test_simulated')
  .option('--webhook-url <url>', 'where it tells of payments, such as http://127.0.0.1:8080/hooks/paystack')
  .action(async (options) => (await import('../tools/simulators.ts')).simulatePaystack(options))

program
  .command('message-simulator')
  .description('run a simulated Termii, Africa’s Talking, Twilio and WhatsApp, which send nothing, with faults on command')
  .option('--port <port>', 'where to listen; 0 picks a free port', '0')
  .option('--waybill-url <url>', 'where every message is reported as delivered, such as http://127.0.0.1:8080')
  .action(async (options) => (await import('../tools/simulators.ts')).simulateMessages(options))

const ledger = program.command('ledger').description('what businesses owe and paid')
command(
  ledger,
  'verify',
  'recompute it from charges, invoices and payments, and name the first difference; also while the server runs',
).action(async (options) => (await import('./commands/ledger.ts')).runLedgerVerify(outputTo(options.json)))

const audit = program.command('audit').description('the record of every change')
command(audit, 'verify', 'prove that the record is whole, and say where it is not; also while the server runs')
  .option('--seal <number:hash...>', 'seals noted down earlier, which must still be the same')
  .option('--archive <file...>', 'the files that parts of the record were archived to, all of them')
  .action(async (options) => (await import('./commands/audit.ts')).runAuditVerify(outputTo(options.json), options))
command(audit, 'archive <file>', 'move the record from before a moment into a signed file')
  .requiredOption('--before <time>', '365d, 52w ago, or a time')
  .action(async (file, options) => (await import('./commands/audit.ts')).runAuditArchive(outputTo(options.json), file, options))
command(audit, 'show <object-id>', 'show who changed an object, when and how').action(async (id, options) =>
  (await import('./commands/audit.ts')).runAuditShow(outputTo(options.json), id),
)

const secretKey = program.command('secret-key').description('the key of the store’s secrets')
command(secretKey, 'lost', 'continue with the key in the settings; webhook endpoints whose secret cannot be read get a new one').action(
  async (options) => (await import('./commands/secret-key.ts')).runSecretKeyLost(outputTo(options.json)),
)

command(program, 'migrate', 'bring the store’s schema up to date').action(async (options) =>
  (await import('./commands/store.ts')).runMigrate(outputTo(options.json)),
)
command(program, 'doctor', 'check that everything is in order')
  .option('--all', 'check every page of a large embedded store, not a sample')
  .action(async (options) => (await import('./commands/doctor.ts')).runDoctor(outputTo(options.json), options))
command(program, 'backup <file>', 'write a consistent copy of the store, also while the server runs; - is standard output')
  .option('--recipient <recipient...>', 'encrypt it for these recipients of age’s (age1…)')
  .action(async (file, options) => (await import('./commands/store.ts')).runBackup(outputTo(options.json), file, options))
command(program, 'restore <file>', 'load a backup into an empty store; - is standard input')
  .option('--identity <file>', 'decrypts it: a file that age-keygen made')
  .action(async (file, options) => (await import('./commands/store.ts')).runRestore(outputTo(options.json), file, options))

command(
  program,
  'move-to-postgres [url]',
  'copy the embedded store into the empty PostgreSQL that DATABASE_URL names, and compare; run again, it goes on where it stopped',
).action(async (url, options) => (await import('./commands/move-to-postgres.ts')).runMoveToPostgres(outputTo(options.json), url))

command(program, 'verify', 'check a server that has this interface against the contract, with a test key')
  .option('--base-url <url>', 'where it is')
  .option('--key <key>', 'a test key: the checks create quotes, bookings and customers')
  .option('--list', 'list every clause with how it is checked, or why it is not; calls nothing')
  .action(async (options) => (await import('../tools/verify/verify.ts')).verify(outputTo(options.json), options))

command(program, 'listen', 'forward a business’s test events to a program on this machine, signed as the real ones are')
  .requiredOption('--forward-to <url>', 'where to, such as http://localhost:3000/hooks')
  .option('--business <id-or-prefix>', 'whose events; not needed while there is only one business')
  .option('--mode <mode>', 'test or live', 'test')
  .option('--api-key <key>', 'read over the API with this key, from any machine, instead of from the store')
  .option('--server <url>', 'whose API; else this machine’s')
  .option('--secret <secret>', 'signs what is forwarded; else a new one is made up')
  .action(async (options) => (await import('./commands/listen.ts')).listen(outputTo(options.json), options))

program
  .command('carrier-simulator')
  .description('run a carrier that speaks EasyPost’s dialect and sells nothing, with faults on command')
  .option('--port <port>', 'where to listen; 0 picks a free port', '0')
  .option('--seed <text>', 'makes ids and faults repeatable')
  .option('--fault-rate <share>', 'from 0 to 1, over all requests', '0')
  .option('--webhook-url <url>', 'where tracking updates go')
  .option('--webhook-secret <secret>', 'signs them')
  .action(async (options) => (await import('../tools/simulators.ts')).simulateCarrier(options))

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof ConfigError || error instanceof StoreRefused) {
    complain(error.message.split('\n'))
    process.exitCode = NEEDS_A_PERSON
  } else if (error instanceof Rejection) {
    complain(error.messages)
    process.exitCode = 1
  } else {
    complain(error instanceof Error ? error.message.split('\n') : String(error))
    process.exitCode = 1
  }
}
