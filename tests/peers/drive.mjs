// One client of another make, in a process of its own: what it saw of the router goes to standard output as one line.
const [client, url] = process.argv.slice(2);
const { drive } = await import(`./clients/${client}.mjs`);
process.stdout.write(`${JSON.stringify(await drive(url))}\n`, () => process.exit(0));
