-- Staff who have only the token of a quote or customer find it through its audit records, whose key begins with the token.
drop index ix_quotes_id;
drop index ix_customers_id;
